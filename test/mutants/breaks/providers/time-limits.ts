import type { Break } from '../../break.ts';

const outbound = 'src/adapters/models/outbound-call.ts';
const outboundTest = ['test/adapters/models/outbound-limits.test.ts'];
const told = ['test/contract/told-numbers.test.ts'];
const failures = ['test/flows/answers/provider-failures.test.ts'];

/** A limit that is a hundred times as long, and what is said when one was reached. */
export const timeLimitBreaks: readonly Break[] = [
  {
    rule: 'The status of a provider that took too long is 504',
    file: 'src/contract/errors.ts',
    replace: 'provider_timeout: { status: 504',
    by: 'provider_timeout: { status: 503',
    tests: told,
  },
  {
    rule: 'A provider that took too long is no provider that is away',
    file: 'src/core/turn/run-turn.ts',
    replace: "return 'provider_timeout';",
    by: "return 'provider_unavailable';",
    tests: failures,
  },
  {
    rule: 'A call ends when its limit is over, and not a hundred times later',
    file: outbound,
    replace: 'now - this.#since > limitMs + watch.tickMs',
    by: 'now - this.#since > limitMs * 100 + watch.tickMs',
    tests: outboundTest,
  },
  {
    rule: 'A whole call ends when its limit is over, and not a hundred times later',
    file: outbound,
    replace: 'awake - this.#startedAt > limits.turnMs',
    by: 'awake - this.#startedAt > limits.turnMs * 100',
    tests: outboundTest,
  },
  {
    rule: 'A turn ends when its limit is over, and not a hundred times later',
    file: 'src/core/turn/run-turn.ts',
    replace: '}), runner.turnMs);',
    by: '}), runner.turnMs * 100);',
    tests: failures,
  },
  {
    rule: 'A reader that takes nothing is cut when its limit is over, and not a hundred times later',
    file: 'src/http/streaming/watch-stall.ts',
    replace: '}, stallMs / looks);',
    by: '}, (stallMs * 100) / looks);',
    tests: ['test/http/streaming/stream-sink.test.ts'],
  },
  {
    rule: 'A job expires when its limit is over, and not a hundred times later',
    file: 'src/core/turn/process/recovery.ts',
    replace: 'turns.expire(queueTtlMs)',
    by: 'turns.expire(queueTtlMs * 100)',
    tests: ['test/core/turn/process/recovery.test.ts'],
  },
  {
    rule: 'A drain ends when its limit is over, and not a hundred times later',
    file: 'src/core/turn/process/running-turns.ts',
    replace: 'AbortSignal.timeout(drainMs)',
    by: 'AbortSignal.timeout(drainMs * 100)',
    tests: ['test/flows/answers/drain.test.ts'],
  },
  {
    rule: 'The longest prompt is as long as partners were told',
    file: 'src/contract/limits.ts',
    replace: 'promptCharacters: 32_000',
    by: 'promptCharacters: 3_200_000',
    tests: told,
  },
  {
    rule: 'A head is held for as long as partners were told',
    file: 'src/contract/limits.ts',
    replace: 'streamHeaderHoldMs: 5_000',
    by: 'streamHeaderHoldMs: 500_000',
    tests: told,
  },
];
