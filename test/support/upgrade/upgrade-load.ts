import assert from 'node:assert/strict';
import type { JobOutput } from '#contract/jobs.ts';
import type { Random } from '../batches/random.ts';
import { FormBrowser } from '../browser/form-browser.ts';
import type { FaultPartner } from '../faults/fault-partner.ts';
import { readStream, request } from '../faults/fault-request.ts';
import type { Journal, JournalEntry } from '../faults/journal.ts';
import { bodyOf, type JobCaller } from '../world/job-caller.ts';
import type { TestService } from '../world/process.ts';

/** One end user, who sends one request after the other, each to any of the processes. */
export interface UpgradeSender {
  readonly journal: Journal;
  readonly random: Random;
  readonly partner: FaultPartner;
  readonly user: string;
  readonly publicHost: string;
  /** The processes that answer now. */
  readonly services: () => readonly TestService[];
  /** Sends nothing new afterwards. */
  readonly signal: AbortSignal;
  /** Workers are killed, and what they were at begins again elsewhere. */
  readonly losesWorkers: boolean;
}

/** Longer than anything takes on a busy machine. */
const patienceMs = 60_000;

/** Goes on until the signal. Rejects with the first request that is refused or fails. */
export async function keepUsing(sender: UpgradeSender): Promise<void> {
  while (!sender.signal.aborted) await useOnce(sender);
}

async function useOnce(sender: UpgradeSender): Promise<void> {
  switch (sender.random.below(8)) {
    case 0:
    case 1:
      await ask(sender, 'stream');
      return;
    case 2:
      await pollUntilFinal(sender, await askForJob(sender));
      return;
    case 3:
      await follow(sender, await askForJob(sender));
      return;
    case 4:
      await readOutput(sender, await askForJob(sender));
      return;
    case 5:
      await cancel(sender, await askForJob(sender));
      return;
    case 6:
      await read(sender);
      return;
    default:
      await readAsHosted(sender);
  }
}

async function ask(sender: UpgradeSender, kind: JournalEntry['kind']): Promise<JournalEntry> {
  const { journal, random, partner, user } = sender;
  const known = partner.conversationsOf(user);
  const goesOn = known.length > 0 && random.below(2) === 0;
  const body = {
    options: {
      // One of this user's own jobs may still be running.
      ...(kind === 'stream' && { if_busy: 'interrupt' }),
      ...(random.below(3) === 0 && { priority: 'priority' }),
      ...(random.below(3) === 0 && { detailed_response: true }),
    },
    ...(goesOn && { conversation_uuid: random.pick(known) }),
  };
  const signal = AbortSignal.timeout(patienceMs);
  const { entry } = await atAny(sender, (service) =>
    request({ journal, partner, user, service, kind, body, signal }),
  );
  assert.equal(entry.outcome, 'acknowledged', `a ${kind} was refused: ${entry.code}`);
  assert.equal(entry.code, null, `a ${kind} failed: ${entry.code}`);
  return entry;
}

function askForJob(sender: UpgradeSender): Promise<JournalEntry> {
  return ask(sender, 'job');
}

async function pollUntilFinal(sender: UpgradeSender, entry: JournalEntry): Promise<void> {
  const final = ['completed', 'cancelled'];
  for (;;) {
    const response = await asked(sender, (caller) => caller.read(idOf(entry), { wait: 1 }));
    assert.equal(response.status, 200, 'a poll was refused');
    const { status } = await bodyOf<{ status: string }>(response);
    if (final.includes(status)) return;
    assert.ok(status === 'queued' || status === 'running', `a job is ${status}`);
  }
}

async function follow(sender: UpgradeSender, entry: JournalEntry): Promise<void> {
  const signal = AbortSignal.timeout(patienceMs);
  const followed = await asked(sender, (caller) =>
    caller.follow(idOf(entry), undefined, 'text/plain', signal),
  );
  assert.equal(followed.status, 200, 'a follower was refused');
  const reading = readStream(entry, followed, sender.journal);
  // A text that has begun is cut where its worker is: another attempt says it in its own words.
  await (sender.losesWorkers ? reading.catch(() => undefined) : reading);
}

async function readOutput(sender: UpgradeSender, entry: JournalEntry): Promise<void> {
  let cursor: string | undefined;
  let attempt = 0;
  let text = '';
  for (;;) {
    const output: JobOutput = await asked(sender, (caller) => caller.output(idOf(entry), cursor, 1));
    text = output.attempt === attempt ? text + output.text : output.text;
    attempt = output.attempt;
    cursor = output.cursor;
    sender.journal.readings.push({ turnId: idOf(entry), attempt: output.attempt, text });
    if (output.final) return;
  }
}

async function cancel(sender: UpgradeSender, entry: JournalEntry): Promise<void> {
  await asked(sender, (caller) => caller.cancel(idOf(entry)));
}

async function read(sender: UpgradeSender): Promise<void> {
  const query = new URLSearchParams({ external_user_id: sender.user });
  for (const path of [`/conversations?${query}`, `/usage?${query}`, `/providers`, '/health']) {
    const response = await asked(sender, (caller) => caller.fetch(path));
    assert.equal(response.status, 200, `${path} was refused: ${await response.text()}`);
  }
}

/** A token that one process mints is valid at each of the others. */
async function readAsHosted(sender: UpgradeSender): Promise<void> {
  const minted = await asked(sender, (caller) =>
    caller.fetch('/hosted-session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ external_user_id: sender.user }),
    }),
  );
  assert.equal(minted.status, 200, 'no token was minted');
  const { token } = await bodyOf<{ token: string }>(minted);
  const address = `http://${sender.partner.slug}.${sender.publicHost}/chat/conversations`;
  const headers = { authorization: `Bearer ${token}` };
  const page = await atAny(sender, ({ port }) => new FormBrowser(port).visit(address, { headers }));
  assert.equal(page.status, 200, `a token was refused: ${page.text}`);
}

function asked<T>(sender: UpgradeSender, ask: (caller: JobCaller) => Promise<T>): Promise<T> {
  return atAny(sender, (service) => ask(sender.partner.at(service, sender.user)));
}

/** Another process when one no longer listens, as every load balancer does. */
async function atAny<T>(sender: UpgradeSender, ask: (service: TestService) => Promise<T>): Promise<T> {
  const { random, services } = sender;
  const service = random.pick(services());
  try {
    return await ask(service);
  } catch (error) {
    if (services().includes(service) || !isRefused(error)) throw error;
    return await atAny(sender, ask);
  }
}

function isRefused(error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}

function idOf(entry: JournalEntry): string {
  return entry.turnId ?? '';
}
