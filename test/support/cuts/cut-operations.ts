import assert from 'node:assert/strict';
import { bodyOf } from '../world/job-caller.ts';
import { claimAfterCommit, decisionAfterFinish, firstWith, transaction } from './cut-begins.ts';
import { cancelled, finalAtLast, outputOf, release, untilStalled } from './cut-steps.ts';
import type { Trial } from './cut-trial.ts';

export interface Operation {
  readonly name: string;
  /** The text of one of the statements of its exchange. */
  readonly statement: RegExp;
  /** What the provider does: answers, stops for good after some text, or refuses, also without an effort. */
  readonly provider: 'answers' | 'stalls' | 'refuses' | 'refusesEffort';
  /** Charges that its end user keeps. */
  readonly keeps: 0 | 1 | 2;
  /** Runs it once. The sweep waits for whatever may end later, which can take a recovery. */
  perform(trial: Trial): Promise<{ readonly later?: Promise<unknown> }>;
}

/** These leave their jobs in the queue, for a process that runs none. */
export const waitingOperations: readonly Operation[] = [
  {
    name: 'enqueue a job',
    statement: /turn_to_store/,
    provider: 'answers',
    keeps: 1,
    async perform(trial) {
      const first = await trial.expect(trial.arm(transaction), trial.enqueue());
      const id = await trial.enqueueAtLast();
      if (first.ok) assert.equal((await bodyOf(first))['job_uuid'], id);
      return {};
    },
  },
  {
    name: 'cancel a waiting job',
    statement: /store_ends/,
    provider: 'answers',
    keeps: 0,
    async perform(trial) {
      const id = await trial.enqueueAtLast();
      await cancelled(trial, id);
      return {};
    },
  },
];

export const runningOperations: readonly Operation[] = [
  {
    name: 'cancel a running job',
    statement: /set cancel_reason/,
    provider: 'stalls',
    keeps: 1,
    async perform(trial) {
      const id = await trial.enqueueAtLast();
      await untilStalled(trial.caller, id);
      await cancelled(trial, id);
      return { later: finalAtLast(trial.caller, id) };
    },
  },
  {
    name: 'store partial output with the heartbeat',
    statement: /heartbeat/,
    provider: 'stalls',
    keeps: 1,
    async perform(trial) {
      const exchange = trial.arm(firstWith('heartbeat(', '"turn_id"'));
      const id = await trial.enqueueAtLast();
      await exchange;
      const text = await outputOf(trial.caller, id);
      await trial.cancelAtLast(id);
      await finalAtLast(trial.caller, id);
      assert.equal((await trial.caller.output(id)).text, text);
      return {};
    },
  },
  {
    name: 'finish an answer',
    statement: /finish_attempts/,
    provider: 'answers',
    keeps: 1,
    async perform(trial) {
      const exchange = trial.arm(firstWith('finish_attempts'));
      assert.ok(
        await trial.read(await trial.stream()),
        'an answer whose end is stored a moment later is whole',
      );
      await exchange;
      return {};
    },
  },
  {
    name: 'finish a failure, and give its charge back',
    statement: /finish_attempts/,
    provider: 'refuses',
    keeps: 0,
    async perform(trial) {
      const exchange = trial.arm(firstWith('finish_attempts'));
      const id = await trial.enqueueAtLast();
      await exchange;
      const { status, error, charged } = await finalAtLast(trial.caller, id);
      assert.deepEqual([status, error?.code, charged.refunded], ['failed', 'provider_refused', true]);
      return {};
    },
  },
  {
    name: 'note a call before the next one',
    statement: /note_calls/,
    provider: 'refusesEffort',
    keeps: 0,
    async perform(trial) {
      const exchange = trial.arm(firstWith('note_calls'));
      const id = await trial.enqueueAtLast({ options: { detailed_response: true } });
      await exchange;
      assert.equal((await finalAtLast(trial.caller, id)).error?.code, 'provider_refused');
      return {};
    },
  },
  {
    name: 'learn that another question waits for the answer',
    statement: /finish_attempts/,
    provider: 'stalls',
    keeps: 2,
    perform: (trial) => release(trial, firstWith('finish_attempts')),
  },
  {
    name: 'finish an answer that another question waits for',
    statement: /store_ends/,
    provider: 'stalls',
    keeps: 2,
    perform: (trial) => release(trial, decisionAfterFinish()),
  },
  {
    name: 'notification for the question that waited',
    statement: /insert into pgboss/i,
    provider: 'stalls',
    keeps: 2,
    perform: (trial) =>
      release(trial, (request, isFirst) => isFirst && /^\s*(with|insert)/i.test(request.statements[0] ?? '')),
  },
  {
    name: 'claim a job',
    statement: /claim_turns/,
    provider: 'answers',
    keeps: 1,
    async perform(trial) {
      const exchange = trial.arm(claimAfterCommit());
      // A worker asks for these first, so that the claim that finds one can be a connection's first.
      const body = { options: { priority: 'priority' } };
      const id = await trial.enqueueAtLast(body);
      await exchange;
      // A repetition changes nothing, but makes the worker look again at once.
      assert.equal(await trial.enqueueAtLast(body), id);
      return { later: completed(trial, id) };
    },
  },
  {
    name: 'admit a stream',
    statement: /turn_to_store/,
    provider: 'answers',
    keeps: 1,
    async perform(trial) {
      const exchange = trial.arm(firstWith('usage_clients', trial.caller.user));
      const first = await trial.expect(exchange, trial.stream());
      return { later: trial.streamedAtLast(first) };
    },
  },
];

/** Either the stream or a heartbeat may need it first; the stream gets its answer either way. */
export const connecting: Operation = {
  name: 'open a connection',
  statement: /^$/,
  provider: 'answers',
  keeps: 1,
  async perform(trial) {
    const exchange = trial.arm(({ frames }) => frames[0]?.type === '');
    const first = await trial.stream();
    await exchange;
    return { later: trial.streamedAtLast(first) };
  },
};

async function completed({ caller }: Trial, id: string): Promise<void> {
  assert.equal((await finalAtLast(caller, id)).status, 'completed');
}
