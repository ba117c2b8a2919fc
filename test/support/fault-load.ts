import { setTimeout as delay } from 'node:timers/promises';
import { bodyOf, type JobCaller } from './job-caller.ts';
import type { Journal, JournalEntry } from './journal.ts';
import type { TestService } from './process.ts';
import type { Random } from './random.ts';

export interface FaultLoad {
  readonly journal: Journal;
  readonly random: Random;
  /** The processes that answer now; a request goes to any of them. */
  readonly services: () => readonly TestService[];
  readonly callers: readonly LoadCaller[];
  readonly signal: AbortSignal;
}

export interface LoadCaller {
  readonly caller: JobCaller;
  /** Of each of its turns; at random when there are none. */
  readonly options?: object | undefined;
}

/** So that a partner that is out of quota does not keep the machine busy with refusals. */
const pauseMs = 100;

/** Refusals that say nothing about whether the turn was admitted. */
const unknownCodes = new Set(['unavailable', 'internal_error']);

/** Sends one request after the other until the signal, and writes down what came of each. */
export async function keepSending(load: FaultLoad): Promise<void> {
  while (!load.signal.aborted) {
    const outcome = await sendOne(load).catch(() => 'unknown');
    if (outcome !== 'acknowledged') await delay(pauseMs);
  }
}

async function sendOne({
  journal,
  random,
  services,
  callers,
  signal,
}: FaultLoad): Promise<JournalEntry['outcome']> {
  const partner = random.pick(callers);
  const caller = partner.caller.as(`user-${random.below(2)}`).at(random.pick(services()));
  const door = random.below(3) === 0 ? 'stream' : 'job';
  const entry = journal.open(door, caller.clientId, caller.user);
  const body = { prompt: `A question, ${entry.canary}`, options: partner.options ?? optionsOf(random) };
  const path = door === 'job' ? '/jobs' : '/stream';
  const key = { 'idempotency-key': entry.canary };
  const response = await caller.send(path, body, key, AbortSignal.any([signal, AbortSignal.timeout(30_000)]));
  if (!response.ok) await refuse(entry, response, journal);
  else if (door === 'stream') await readStream(entry, response, journal);
  else {
    await readAccepted(entry, response, journal);
    await afterwards(caller, entry, random, journal);
  }
  return entry.outcome;
}

function optionsOf(random: Random): object {
  return {
    ...(random.below(3) === 0 && { priority: 'priority' }),
    ...(random.below(3) === 0 && { detailed_response: true }),
  };
}

async function refuse(entry: JournalEntry, response: Response, journal: Journal): Promise<void> {
  const problem = await bodyOf(response);
  const code = String(problem['code']);
  journal.received.push({ clientId: entry.clientId, text: JSON.stringify(problem) });
  entry.code =
    problem['dimension'] === undefined ? code : `${code} ${problem['scope']} ${problem['dimension']}`;
  // A failure after the admission names the turn, and is no refusal.
  entry.turnId = response.headers.get('x-job-id');
  if (entry.turnId !== null) entry.outcome = 'acknowledged';
  else if (!unknownCodes.has(code)) entry.outcome = 'refused';
}

async function readAccepted(entry: JournalEntry, response: Response, journal: Journal): Promise<void> {
  entry.outcome = 'acknowledged';
  const text = await response.text();
  journal.received.push({ clientId: entry.clientId, text });
  entry.turnId = JSON.parse(text).job_uuid;
}

async function readStream(entry: JournalEntry, response: Response, journal: Journal): Promise<void> {
  entry.outcome = 'acknowledged';
  // A follower's turn is known already, and the header says the same.
  entry.turnId = response.headers.get('x-job-id');
  const decoder = new TextDecoder();
  try {
    for await (const chunk of response.body ?? []) entry.text += decoder.decode(chunk, { stream: true });
    entry.endedCleanly = true;
  } finally {
    journal.received.push({ clientId: entry.clientId, text: entry.text });
  }
}

/** Some jobs are cancelled, some are followed to their end, some are left alone. */
async function afterwards(caller: JobCaller, entry: JournalEntry, random: Random, journal: Journal) {
  const id = entry.turnId ?? '';
  switch (random.below(5)) {
    case 0:
      await caller.cancel(id);
      return;
    case 1: {
      const followed = await caller.follow(id);
      if (followed.ok) await readStream(entry, followed, journal);
      return;
    }
    case 2:
      await caller.output(id, undefined, 2);
  }
}
