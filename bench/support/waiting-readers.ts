import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { ParleyClient } from '../contenders/parley-client.ts';

export type ReaderKind = 'job polls' | 'output polls' | 'followers';

export interface ReadJob {
  readonly owner: string;
  readonly uuid: string;
}

const paths = {
  'job polls': '?wait=30&',
  'output polls': '/output?wait=30&',
  followers: '/stream?',
} as const satisfies Readonly<Record<ReaderKind, string>>;

/** Readers connect spread over time, as in practice, and get some time to be registered as waiting. */
const OPENED_PER_SECOND = 1_500;
const SETTLE_MS = 1_000;

/** A reader per job that asks again after each answer, until the result is disposed of. */
export async function openReaders(
  client: ParleyClient,
  kind: ReaderKind,
  jobs: readonly ReadJob[],
): Promise<AsyncDisposable> {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  let isOver = false;
  const failures: number[] = [];
  const read = ({ owner, uuid }: ReadJob, cursor: string | null): void => {
    const after = cursor === null ? '' : `&after=${cursor}`;
    const url = `${client.origin}/v1/jobs/${uuid}${paths[kind]}external_user_id=${owner}${after}`;
    const headers = { authorization: `Bearer ${client.apiKey}`, accept: 'text/event-stream' };
    const request = get(url, { agent, headers }, (response: IncomingMessage) => {
      if (response.statusCode !== 200) failures.push(response.statusCode ?? 0);
      response.on('error', () => {});
      let body = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        if (kind === 'output polls') body += piece;
      });
      response.on('close', () => {
        if (!isOver && failures.length === 0) read({ owner, uuid }, cursorIn(body) ?? cursor);
      });
    });
    request.on('error', () => {});
  };
  for (const [index, job] of jobs.entries()) {
    read(job, null);
    if (index % 50 === 49) await delay((50 * 1_000) / OPENED_PER_SECOND);
  }
  await delay(SETTLE_MS);
  return {
    [Symbol.asyncDispose]: async () => {
      isOver = true;
      agent.destroy();
      await delay(SETTLE_MS);
      if (failures.length > 0) throw new Error(`readers were refused: ${failures.slice(0, 3)}`);
    },
  };
}

/** What a reader of output sends back in order to wait for newer text. */
function cursorIn(body: string): string | null {
  return /"cursor":"([^"]+)"/.exec(body)?.[1] ?? null;
}
