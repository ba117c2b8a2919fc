import { bodyOf, type JobCaller } from '../world/job-caller.ts';
import type { TestService } from '../world/process.ts';
import type { FaultPartner } from './fault-partner.ts';
import type { Journal, JournalEntry } from './journal.ts';

export interface FaultRequest {
  readonly journal: Journal;
  readonly partner: FaultPartner;
  readonly user: string;
  readonly service: TestService;
  readonly kind: JournalEntry['kind'];
  readonly body?: object;
  readonly signal: AbortSignal;
}

/** Refusals that do not say whether the turn was admitted. */
const unknownCodes = new Set(['unavailable', 'internal_error']);

/** Sends one prompt, reads its answer to the end, and records the outcome. */
export async function request(asked: FaultRequest): Promise<{ entry: JournalEntry; caller: JobCaller }> {
  const { journal, partner, user, service, kind, body, signal } = asked;
  const caller = partner.at(service, user);
  const entry = journal.open(kind, partner.clientId, user, partner.keyName);
  const prompt = { prompt: `A question, ${entry.canary}`, options: {}, ...body };
  const key = { 'idempotency-key': entry.canary };
  const response = await caller.send(kind === 'job' ? '/jobs' : '/stream', prompt, key, signal);
  entry.answeredAt = Date.now();
  if (!response.ok) await readRefusal(entry, response, journal);
  else if (kind === 'stream') await readStream(entry, response, journal);
  else await readAccepted(entry, response, journal);
  if (entry.conversationId !== null) partner.remember(user, entry.conversationId);
  return { entry, caller };
}

/** A stream's answer, or that of a job that is followed. */
export async function readStream(entry: JournalEntry, response: Response, journal: Journal): Promise<void> {
  entry.outcome = 'acknowledged';
  entry.turnId = response.headers.get('x-job-id');
  entry.conversationId = response.headers.get('x-conversation-id');
  const decoder = new TextDecoder();
  try {
    for await (const chunk of response.body ?? []) entry.text += decoder.decode(chunk, { stream: true });
    entry.endedCleanly = true;
  } finally {
    journal.hear(entry.clientId, response, entry.text);
  }
}

async function readAccepted(entry: JournalEntry, response: Response, journal: Journal): Promise<void> {
  entry.outcome = 'acknowledged';
  const text = await response.text();
  journal.hear(entry.clientId, response, text);
  const { job_uuid, conversation_uuid } = JSON.parse(text);
  entry.turnId = job_uuid;
  entry.conversationId = conversation_uuid;
}

async function readRefusal(entry: JournalEntry, response: Response, journal: Journal): Promise<void> {
  const problem = await bodyOf(response);
  const code = String(problem['code']);
  journal.hear(entry.clientId, response, JSON.stringify(problem));
  entry.code =
    problem['dimension'] === undefined ? code : `${code} ${problem['scope']} ${problem['dimension']}`;
  // A failure after the admission names the turn, and is not a refusal.
  entry.turnId = response.headers.get('x-job-id');
  if (entry.turnId !== null) entry.outcome = 'acknowledged';
  else if (!unknownCodes.has(code)) entry.outcome = 'refused';
}
