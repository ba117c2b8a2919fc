import type { Break } from '../../break.ts';

const gauges = 'src/app/collect-gauges.ts';
const gaugesTest = ['test/app/collect-gauges.test.ts'];
const providerEvents = 'src/adapters/telemetry/provider-events.ts';
const turnEventsTest = ['test/adapters/telemetry/turn-events.test.ts'];

/** What metrics say, in which unit, and of what. */
export const metricBreaks: readonly Break[] = [
  {
    rule: 'parley_database_up is 0 while the database takes no writes',
    file: gauges,
    replace: 'state.takesWrites ? 1 : 0',
    by: '1',
    tests: gaugesTest,
  },
  {
    rule: 'The age of the heartbeat is in seconds',
    file: gauges,
    replace: 'state.beatAgeMs / 1_000',
    by: 'state.beatAgeMs',
    tests: gaugesTest,
  },
  {
    rule: 'An open circuit is 2',
    file: gauges,
    replace: 'degraded: 1, unavailable: 2',
    by: 'degraded: 1, unavailable: 1',
    tests: gaugesTest,
  },
  {
    rule: 'A failing provider is 1',
    file: gauges,
    replace: 'available: 0, degraded: 1',
    by: 'available: 0, degraded: 0',
    tests: gaugesTest,
  },
  {
    rule: 'Slots are shown for each lane',
    file: gauges,
    replace: 'turns.slotsOf(queue)',
    by: "turns.slotsOf('standard')",
    tests: gaugesTest,
  },
  {
    rule: 'Stored numbers are read every five seconds at most',
    file: gauges,
    replace: 'storedEveryMs = 5_000',
    by: 'storedEveryMs = 50_000',
    tests: gaugesTest,
  },
  {
    rule: 'Stored numbers are not read for each scrape',
    file: gauges,
    replace: `    if (performance.now() - readAt < storedEveryMs) return;
`,
    by: '',
    tests: gaugesTest,
  },
  {
    rule: 'No old number passes for the present one',
    file: gauges,
    replace: `    for (const name of storedGauges) metrics.reset(name);
`,
    by: '',
    tests: gaugesTest,
  },
  {
    rule: 'A failed read of stored numbers is repeated at once',
    file: gauges,
    replace: `      reports.retention(),
    ]);
    readAt = performance.now();`,
    by: `      reports.retention(),
    ]).finally(() => {
      readAt = performance.now();
    });`,
    tests: gaugesTest,
  },
  {
    rule: 'The overdue time of deliveries is shown',
    file: gauges,
    replace: "metrics.set('webhookOldest', {}, events.overdueSeconds)",
    by: "metrics.set('webhookOldest', {}, events.lagSeconds)",
    tests: gaugesTest,
  },
  {
    rule: 'Jobs and the age of the oldest are two gauges',
    file: gauges,
    replace: 'oldestSeconds ?? 0',
    by: 'claimable',
    tests: gaugesTest,
  },
  {
    rule: 'A gauge without labels that is unknown is left out',
    file: 'src/adapters/telemetry/metrics.ts',
    replace: `    if (families[name].labels.length === 0) gauge?.remove({});
`,
    by: '',
    tests: gaugesTest,
  },
  {
    rule: 'Refused rows tell that the database takes no writes',
    file: 'src/core/health/database-state.ts',
    replace: "'53100', '25006'",
    by: "'25006'",
    tests: gaugesTest,
  },
  {
    rule: 'Busy slots are those of the lane',
    file: 'src/worker/lane-slots.ts',
    replace: `    return this.#running[lane];
`,
    by: `    return this.busy;
`,
    tests: gaugesTest,
  },
  {
    rule: 'A last try is no repeat',
    file: providerEvents,
    replace: 'if (end.next !== null) metrics',
    by: 'metrics',
    tests: turnEventsTest,
  },
  {
    rule: 'The time of a call is in seconds',
    file: providerEvents,
    replace: 'end.durationMs / 1_000',
    by: 'end.durationMs',
    tests: turnEventsTest,
  },
  {
    rule: 'The time to the first chunk is in seconds',
    file: providerEvents,
    replace: "metrics.observe('genAiFirstChunk', labels, end.firstTextMs / 1_000)",
    by: "metrics.observe('genAiFirstChunk', labels, end.firstTextMs)",
    tests: turnEventsTest,
  },
  {
    rule: 'A failed call has the type of its error',
    file: providerEvents,
    replace: "end.outcome === 'completed' ? {}",
    by: 'true ? {}',
    tests: turnEventsTest,
  },
  {
    rule: 'A call without a count has none',
    file: providerEvents,
    replace: '  if (outputTokens !== null) metrics',
    by: '  metrics',
    tests: turnEventsTest,
  },
  {
    rule: 'Calls are counted for the stored numbers',
    file: providerEvents,
    replace: `  counts.called(provider, model, end);
`,
    by: '',
    tests: turnEventsTest,
  },
  {
    rule: 'A failed call is counted as one',
    file: 'src/core/numbers/report-counts.ts',
    replace: 'if (end.error !== null) count.failed += 1;',
    by: '',
    tests: turnEventsTest,
  },
  {
    rule: 'Only a time-out is counted as one',
    file: 'src/core/numbers/report-counts.ts',
    replace: "if (end.outcome === 'timeout') count.timeouts",
    by: 'if (end.error !== null) count.timeouts',
    tests: turnEventsTest,
  },
  {
    rule: 'The stored time of a call is in seconds',
    file: 'src/core/numbers/report-counts.ts',
    replace: 'countIn(count.durationBuckets, end.durationMs / 1_000)',
    by: 'countIn(count.durationBuckets, end.durationMs)',
    tests: turnEventsTest,
  },
  {
    rule: 'Only a completed call has a stored time',
    file: 'src/core/numbers/report-counts.ts',
    replace: "if (end.outcome === 'completed') countIn",
    by: 'countIn',
    tests: turnEventsTest,
  },
  {
    rule: 'Counts are reported once',
    file: 'src/core/numbers/report-counts.ts',
    replace: `    this.#providers = new Map();
`,
    by: '',
    tests: turnEventsTest,
  },
  {
    rule: 'The time of a request is in seconds',
    file: 'src/adapters/telemetry/request-events.ts',
    replace: "metrics.observe('requestSeconds', labels, durationMs / 1_000)",
    by: "metrics.observe('requestSeconds', labels, durationMs)",
    tests: ['test/adapters/telemetry/request-events.test.ts'],
  },
  {
    rule: 'A request without a route is counted as one',
    file: 'src/adapters/telemetry/request-events.ts',
    replace: "answer.route ?? 'none'",
    by: "answer.route ?? ''",
    tests: ['test/adapters/telemetry/request-events.test.ts'],
  },
  {
    rule: 'A method of a caller’s own is no label',
    file: 'src/adapters/telemetry/request-events.ts',
    replace: "methods.has(method) ? method : 'other'",
    by: 'method',
    tests: ['test/adapters/telemetry/request-events.test.ts'],
  },
  {
    rule: 'A used-up quota is not throttling',
    file: 'src/adapters/telemetry/request-events.ts',
    replace: "refusal.status === 429 && refusal.code !== 'quota_exceeded'",
    by: 'refusal.status === 429',
    tests: ['test/adapters/telemetry/request-events.test.ts'],
  },
];
