import type { Break } from '../../break.ts';

const noticed = ['test/flows/jobs/due-work.test.ts'];
const recovery = ['test/core/turn/process/recovery.test.ts'];
const dueWork = 'database/functions/12-due-work.sql';
const found = ['test/adapters/postgres/turns/due-work-store.test.ts'];
const idle = ['test/flows/numbers/idle-process.test.ts'];
const hints = ['test/adapters/queue/lane-notifier.test.ts'];

export const dueWorkBreaks: readonly Break[] = [
  {
    rule: 'A look through the held turns rests a hundred times as long as it took',
    file: 'src/core/turn/process/due-work.ts',
    replace: 'this.#nextLookThroughHeld = now + this.#restMs;',
    by: '',
    tests: ['test/core/turn/process/due-work.test.ts'],
  },
  {
    rule: 'A look through the held turns comes once a minute, however long it takes',
    file: 'src/core/turn/process/due-work.ts',
    replace: 'Math.min(restShare * this.#held.tookMs, mostRestMs)',
    by: 'restShare * this.#held.tookMs',
    tests: ['test/core/turn/process/due-work.test.ts'],
  },
  {
    rule: 'The search for lost turns rests as a look through the held turns does',
    file: 'src/core/turn/process/recovery.ts',
    replace: 'Math.max(roundEveryMs, restMs)',
    by: 'roundEveryMs',
    tests: recovery,
  },
  {
    rule: 'The search for turns that this process does not know rests as a look through the held turns does',
    file: 'src/core/turn/process/recovery.ts',
    replace: 'Math.max(reconcileEveryMs, restMs)',
    by: 'reconcileEveryMs',
    tests: recovery,
  },
  {
    rule: 'Jobs that became overdue long ago are found with the held turns',
    file: dueWork,
    replace: "case when p_held then '-infinity' else now() - p_queue_ttl - interval '20 s' end",
    by: "now() - p_queue_ttl - interval '20 s'",
    tests: found,
  },
  {
    rule: 'A turn of a process that there is not is lost',
    file: dueWork,
    replace: 't.process_id <> all (array(select id from newest_processes()))',
    by: 'false',
    tests: found,
  },
  {
    rule: 'A process whose lease is over is noticed by the next look',
    file: dueWork,
    replace: 'exists (select from newest_processes() where lease_until < now())',
    by: 'false',
    tests: found,
  },
  {
    rule: 'A turn is not lost that was unknown before and after a check that was left out',
    file: 'src/core/turn/process/recovery.ts',
    replace: 'this.#unknown = nothing;\n      if (assigned || isRound)',
    by: 'if (assigned || isRound)',
    tests: recovery,
  },
  {
    rule: 'A turn that is unknown at two checks in a row is lost',
    file: 'src/core/turn/process/recovery.ts',
    replace: 'if (assigned || isRound) this.#unknown = await this.#reconcile(unknownBefore);',
    by: 'if (assigned || isRound) await this.#reconcile(unknownBefore);',
    tests: recovery,
  },
  {
    rule: 'A process that finds jobs waiting tries to claim one',
    file: 'src/app/start-turns.ts',
    replace: 'if (due.queued) worker?.wake();',
    by: '',
    tests: noticed,
  },
  {
    rule: 'A process that finds turns of dead processes recovers them',
    file: 'src/app/start-turns.ts',
    replace: 'process.workIsDue(due);',
    by: '',
    tests: noticed,
  },
  {
    rule: 'A process that finds an erasure due goes on with it',
    file: 'src/app/start-turns.ts',
    replace: 'if (due.erasures) chores.wake();',
    by: '',
    tests: noticed,
  },
  {
    rule: 'A process that finds deliveries due sends them',
    file: 'src/app/events/start-webhooks.ts',
    replace: 'if (areDue) courier.wake();',
    by: 'void areDue;',
    tests: noticed,
  },
  {
    rule: 'An idle worker asks for jobs by itself only now and then',
    file: 'src/worker/job-worker.ts',
    replace: 'const lookEveryMs = 10_000;',
    by: 'const lookEveryMs = 1_000;',
    tests: idle,
  },
  {
    rule: 'A process that gets hints rarely looks for notifications by itself',
    file: 'src/adapters/queue/lane-notifier.ts',
    replace: 'hinted: 30_000',
    by: 'hinted: 500',
    tests: idle,
  },
  {
    rule: 'A notification comes with a hint',
    file: 'src/adapters/queue/lane-notifier.ts',
    replace: "await within.query('select pg_notify($1, $2)', [hintChannel, lane]);",
    by: '',
    tests: hints,
  },
  {
    rule: 'The connection for hints is opened again when it was lost',
    file: 'src/adapters/queue/hint-channel.ts',
    replace: 'if (this.#isStopped) return;',
    by: 'if (!this.#isStopped) return;',
    tests: hints,
  },
  {
    rule: 'Behind a pooler in transaction mode there is no connection for hints',
    file: 'src/adapters/queue/lane-notifier.ts',
    replace: "guards === 'transaction' ? null",
    by: 'guards === null ? null',
    tests: hints,
  },
  {
    rule: 'Without hints, a process looks for notifications twice a second',
    file: 'src/adapters/queue/lane-notifier.ts',
    replace: 'alone: 500',
    by: 'alone: 10_000',
    tests: hints,
  },
  {
    rule: 'What waits for a revoked client is not due',
    file: dueWork,
    replace: 'on c.id = w.client_id and c.enabled',
    by: 'on c.id = w.client_id',
    tests: ['test/adapters/postgres/events/due-deliveries.test.ts'],
  },
];
