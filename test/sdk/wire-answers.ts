import type { ServerResponse } from 'node:http';
import { type ErrorCode, errorTable } from '#contract/errors.ts';
import type { Job, JobStatus } from '#contract/jobs.ts';
import { perDimension } from '#contract/quota.ts';
import type { Usage, UsageDimension } from '#contract/resources.ts';
import type { Call } from './scripted-service.ts';

export const user = 'user-1';
export const jobUuid = '11111111-1111-4111-8111-111111111111';
export const conversationUuid = '22222222-2222-4222-8222-222222222222';
export const messageUuid = '33333333-3333-4333-8333-333333333333';

const resetAt = '2026-11-12T00:00:00Z';
const meter: UsageDimension = {
  ...{ used: 1, limit: 200, remaining: 199, label: '1/200' },
  ...{ reset_at: resetAt, scope: 'client' },
};
export const usage: Usage = {
  ...{ ...perDimension(() => meter), deep_dive: { ...meter, enabled: true }, blocked: null },
  ...{ reset_at: resetAt, timezone: 'UTC' },
};

export function job(status: JobStatus): Job {
  const final = status !== 'queued' && status !== 'running';
  return {
    ...{ ok: true, job_uuid: jobUuid, conversation_uuid: conversationUuid, message_uuid: messageUuid },
    ...{ agent_slug: 'assistant', status, queue_name: 'standard', queue_position: final ? null : 1 },
    ...{ eta_seconds: null, attempt: 1, priority: false, deep_dive: false, created_at: resetAt },
    ...{ started_at: null, finished_at: null, error: null },
    charged: { ...perDimension(() => 0), requests: 1, refunded: false },
  };
}

export const json =
  (body: unknown, status = 200) =>
  ({ response }: Call): void => {
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
    response.end(JSON.stringify(body));
  };

export const refusal =
  (code: ErrorCode, members: object = {}, headers: Record<string, string> = {}) =>
  ({ response }: Call): void => {
    const { status, title, retryable } = errorTable[code];
    const problem = { ok: false, type: 'about:blank', title, status, detail: `Because of ${code}.`, code };
    response.writeHead(status, {
      'content-type': 'application/problem+json',
      'x-request-id': 'req-1',
      ...headers,
    });
    response.end(JSON.stringify({ ...problem, request_id: 'req-1', retryable, ...members }));
  };

/** Ends the connection without an answer. */
export const hangUp = ({ response }: Call): void => {
  response.destroy();
};

export function beginEvents(response: ServerResponse): void {
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'x-conversation-id': conversationUuid,
    'x-message-id': messageUuid,
    'x-job-id': jobUuid,
  });
  response.flushHeaders();
}

export function event(name: string, data: object, id?: string): string {
  const idLine = id === undefined ? '' : `id: ${id}\n`;
  return `${idLine}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

export const meta = event('meta', {
  ...{ conversation_uuid: conversationUuid, message_uuid: messageUuid, job_uuid: jobUuid, usage },
});
const ended = {
  finish_reason: 'stop',
  message_uuid: messageUuid,
  ai_generated: true,
  citations: null,
  links: null,
} as const;
export const done = event('done', ended);

/** A delta whose id states how many bytes of the attempt's text precede its end. */
export function delta(text: string, before = '', attempt = 1): string {
  return event('delta', { text }, `${attempt}.${Buffer.byteLength(before + text)}`);
}

/** Sends these events and ends cleanly. */
export const events =
  (...parts: readonly string[]) =>
  ({ response }: Call): void => {
    beginEvents(response);
    response.end(parts.join(''));
  };

/** Sends these events and then breaks the connection once they have left. */
export const eventsThenCut =
  (...parts: readonly string[]) =>
  ({ response }: Call): void => {
    beginEvents(response);
    response.write(parts.join(''), () => response.destroy());
  };

/** Sends these events and stays open. */
export const eventsThenWait =
  (...parts: readonly string[]) =>
  ({ response }: Call): void => {
    beginEvents(response);
    response.write(parts.join(''));
  };
