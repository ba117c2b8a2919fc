import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../batches/random.ts';
import type { JobCaller } from '../world/job-caller.ts';
import type { TestService } from '../world/process.ts';
import type { FaultPartner } from './fault-partner.ts';
import { readStream, request } from './fault-request.ts';
import type { Journal, JournalEntry } from './journal.ts';

export interface FaultLoad {
  readonly journal: Journal;
  /** The sender's own, so that other senders do not change what it draws. */
  readonly random: Random;
  /** The processes that answer now; a request goes to any of them. */
  readonly services: () => readonly TestService[];
  readonly signal: AbortSignal;
  /** Only puts jobs into the queue, which takes no time, and watches none of them. */
  readonly isHasty?: boolean;
}

/** A process may be stopped while a request to it is open. */
const hastyMs = 3_000;
const patientMs = 30_000;
/** A partner that is out of quota must not keep the machine busy with refusals. */
const pauseMs = 100;

/** Sends one request after the other until the signal, and records their outcomes. */
export async function keepSending(load: FaultLoad, partners: readonly FaultPartner[]): Promise<void> {
  while (!load.signal.aborted) {
    const outcome = await sendOne(load, partners).catch(() => 'unknown');
    if (outcome !== 'acknowledged') await delay(pauseMs);
  }
}

async function sendOne(load: FaultLoad, partners: readonly FaultPartner[]): Promise<JournalEntry['outcome']> {
  const { journal, random } = load;
  const partner = random.pick(partners);
  const user = `user-${random.below(2)}`;
  const kind = load.isHasty !== true && random.below(4) === 0 ? 'stream' : 'job';
  const body = {
    options: { ...(partner.options ?? optionsOf(random)), ...busyOf(random, kind) },
    ...conversationOf(random, partner, user),
  };
  const signal = AbortSignal.any([load.signal, AbortSignal.timeout(load.isHasty ? hastyMs : patientMs)]);
  const service = random.pick(load.services());
  const { entry, caller } = await request({ journal, partner, user, service, kind, body, signal });
  const isWatched = kind === 'job' && load.isHasty !== true;
  if (isWatched && entry.turnId !== null) await afterwards(caller, entry, entry.turnId, load);
  return entry.outcome;
}

function optionsOf(random: Random): object {
  return {
    ...(random.below(3) === 0 && { priority: 'priority' }),
    ...(random.below(3) === 0 && { detailed_response: true }),
  };
}

/** A job waits for its conversation; a stream is refused or takes its place. */
function busyOf(random: Random, kind: JournalEntry['kind']): object {
  return kind === 'stream' && random.below(2) === 0 ? { if_busy: 'interrupt' } : {};
}

/** Every third prompt continues a conversation. */
function conversationOf(random: Random, partner: FaultPartner, user: string): object {
  const known = partner.conversationsOf(user);
  const goesOn = random.below(3) === 0 && known.length > 0;
  return goesOn ? { conversation_uuid: random.pick(known) } : {};
}

/** Some jobs are cancelled, some are followed to their end, some are read once, most are left alone. */
async function afterwards(
  caller: JobCaller,
  entry: JournalEntry,
  turnId: string,
  { journal, random, signal }: FaultLoad,
): Promise<void> {
  switch (random.below(6)) {
    case 0:
      await caller.cancel(turnId);
      return;
    case 1: {
      const end = AbortSignal.any([signal, AbortSignal.timeout(patientMs)]);
      const followed = await caller.follow(turnId, undefined, 'text/plain', end);
      if (followed.ok) await readStream(entry, followed, journal);
      return;
    }
    case 2: {
      const { attempt, text } = await caller.output(turnId, undefined, 2);
      journal.readings.push({ turnId, attempt, text });
    }
  }
}
