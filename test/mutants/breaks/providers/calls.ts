import type { Break } from '../../break.ts';

const circuit = 'src/core/models/circuit.ts';
const circuitTest = ['test/core/models/circuit.test.ts'];
const policy = 'src/core/models/retry-policy.ts';
const policyTest = ['test/core/models/retry-policy.test.ts'];
const callTest = ['test/core/models/call-model.test.ts'];

/** Repeats, circuits, and what is told of a call. */
export const callBreaks: readonly Break[] = [
  {
    rule: 'A circuit opens after five failures in a row',
    file: circuit,
    replace: 'options.threshold ?? 5',
    by: 'options.threshold ?? 50',
    tests: circuitTest,
  },
  {
    rule: 'A circuit opens for ten seconds first',
    file: circuit,
    replace: 'options.openMs ?? 10_000',
    by: 'options.openMs ?? 100_000',
    tests: circuitTest,
  },
  {
    rule: 'A circuit opens for two minutes at most',
    file: circuit,
    replace: 'options.maxOpenMs ?? 120_000',
    by: 'options.maxOpenMs ?? 12_000_000',
    tests: circuitTest,
  },
  {
    rule: 'A circuit never opens for less than nothing',
    file: circuit,
    replace: 'Math.max(0, this.#openUntil - this.#options.now())',
    by: 'this.#openUntil - this.#options.now()',
    tests: circuitTest,
  },
  {
    rule: 'A success makes the next opening short again',
    file: circuit,
    replace: `    this.#openings = 0;
`,
    by: '',
    tests: circuitTest,
  },
  {
    rule: 'A success counts failures from the beginning',
    file: circuit,
    replace: `    this.#failures = 0;
`,
    by: '',
    tests: circuitTest,
  },
  {
    rule: 'A probe that succeeded is over',
    file: circuit,
    replace: `        endProbe();
        this.#close();`,
    by: '        this.#close();',
    tests: circuitTest,
  },
  {
    rule: 'A probe that ended without a verdict is over',
    file: circuit,
    replace: '      released: endProbe,',
    by: '      released: () => {},',
    tests: circuitTest,
  },
  {
    rule: 'A failed probe opens the circuit again',
    file: circuit,
    replace: 'const wasProbe = probe;',
    by: 'const wasProbe = false;',
    tests: circuitTest,
  },
  {
    rule: 'Only one probe is under way',
    file: circuit,
    replace: 'if (this.#probing || this.opensInMs() > 0) return null;',
    by: 'if (this.opensInMs() > 0) return null;',
    tests: circuitTest,
  },
  {
    rule: 'Calls that began before do not keep a circuit open',
    file: circuit,
    replace: `    if (this.#openUntil !== null && !probe) return;
`,
    by: '',
    tests: circuitTest,
  },
  {
    rule: 'The first repeat waits a quarter of a second',
    file: policy,
    replace: 'firstDelayMs: 250',
    by: 'firstDelayMs: 25_000',
    tests: policyTest,
  },
  {
    rule: 'A repeat waits four seconds at most',
    file: policy,
    replace: 'maxDelayMs: 4_000',
    by: 'maxDelayMs: 400_000',
    tests: policyTest,
  },
  {
    rule: 'A provider that asks for more than eight seconds is given up',
    file: policy,
    replace: 'maxRetryAfterMs: 8_000',
    by: 'maxRetryAfterMs: 40_000',
    tests: policyTest,
  },
  {
    rule: 'No repeat begins later than thirty seconds after the first call',
    file: policy,
    replace: 'budgetMs: 30_000',
    by: 'budgetMs: 3_000_000',
    tests: policyTest,
  },
  {
    rule: 'Each repeat waits twice as long',
    file: policy,
    replace: '2 ** retry',
    by: '1',
    tests: policyTest,
  },
  {
    rule: 'Repeats of many calls are spread',
    file: policy,
    replace: 'backoffMs * (0.5 + policy.random() / 2)',
    by: 'backoffMs',
    tests: policyTest,
  },
  {
    rule: 'A repeat waits half of its step at least',
    file: policy,
    replace: '0.5 + policy.random() / 2',
    by: 'policy.random()',
    tests: policyTest,
  },
  {
    rule: 'A provider cannot ask for a shorter wait',
    file: policy,
    replace: 'Math.max(backoffMs * (0.5 + policy.random() / 2), error.retryAfterMs ?? 0)',
    by: 'error.retryAfterMs ?? backoffMs * (0.5 + policy.random() / 2)',
    tests: policyTest,
  },
  {
    rule: 'The wait counts before a repeat begins',
    file: policy,
    replace: 'elapsedMs + delayMs > policy.budgetMs',
    by: 'elapsedMs > policy.budgetMs',
    tests: policyTest,
  },
  {
    rule: 'A call in spite of an open circuit is not repeated',
    file: 'src/core/models/call-model.ts',
    replace: 'const delayMs = insists ? null : this',
    by: 'const delayMs = this',
    tests: callTest,
  },
  {
    rule: 'A failed call of the last candidate moves nowhere',
    file: 'src/core/models/call-model.ts',
    replace: "failover && !isLast ? 'fallback' : null",
    by: "failover ? 'fallback' : null",
    tests: callTest,
  },
  {
    rule: 'A failed call that is the request’s own moves nowhere',
    file: 'src/core/models/call-model.ts',
    replace: "failover && !isLast ? 'fallback' : null",
    by: "!isLast ? 'fallback' : null",
    tests: callTest,
  },
  {
    rule: 'A call that failed after its first text is followed by none',
    file: 'src/core/models/call-model.ts',
    replace: `    if (this.#listener.textArrived) return null;
`,
    by: '',
    tests: callTest,
  },
  {
    rule: 'A probe that was stopped says nothing about its provider',
    file: 'src/core/models/call-model.ts',
    replace: `        permit.released();
        call.stopped();`,
    by: '        call.stopped();',
    tests: callTest,
  },
  {
    rule: 'A call that was stopped is told',
    file: 'src/core/models/call-model.ts',
    replace: `        call.stopped();
`,
    by: '',
    tests: callTest,
  },
  {
    rule: 'A refused request does not open the circuit',
    file: 'src/core/models/call-model.ts',
    replace: "error.kind !== 'rejected' || error.retryable",
    by: 'true',
    tests: callTest,
  },
  {
    rule: 'The first text closes a circuit',
    file: 'src/core/models/attempt-listener.ts',
    replace: `      this.#permit?.succeeded();
`,
    by: '',
    tests: callTest,
  },
  {
    rule: 'The time to the first text is told',
    file: 'src/core/models/attempt-listener.ts',
    replace: `      this.#observed?.textArrived();
`,
    by: '',
    tests: callTest,
  },
  {
    rule: 'The time to the first text begins with the call',
    file: 'src/core/models/observed-call.ts',
    replace: 'this.#firstTextAt - this.#startedAt',
    by: 'this.#firstTextAt',
    tests: callTest,
  },
  {
    rule: 'A call that was stopped is none that was completed',
    file: 'src/core/models/observed-call.ts',
    replace: "outcome: 'stopped', error",
    by: "outcome: 'completed', error",
    tests: callTest,
  },
  {
    rule: 'The time of a call begins with it',
    file: 'src/core/models/observed-call.ts',
    replace: 'durationMs: performance.now() - this.#startedAt',
    by: 'durationMs: performance.now()',
    tests: callTest,
  },
];
