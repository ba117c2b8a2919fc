import type { Break } from '../../break.ts';

const turnEvents = 'src/adapters/telemetry/turn-events.ts';
const turnEventsTest = ['test/adapters/telemetry/turn-events.test.ts'];

/** What is counted and logged of turns. */
export const turnEventBreaks: readonly Break[] = [
  {
    rule: 'The time of a turn is in seconds',
    file: turnEvents,
    replace: "metrics.observe('turnSeconds', { delivery, outcome }, durationMs / 1_000)",
    by: "metrics.observe('turnSeconds', { delivery, outcome }, durationMs)",
    tests: turnEventsTest,
  },
  {
    rule: 'The time to the first text is in seconds',
    file: turnEvents,
    replace: "metrics.observe('firstTextSeconds', { delivery, outcome }, firstTextMs / 1_000)",
    by: "metrics.observe('firstTextSeconds', { delivery, outcome }, firstTextMs)",
    tests: turnEventsTest,
  },
  {
    rule: 'A turn without text has no time to it',
    file: turnEvents,
    replace: `      if (firstTextMs !== null)
        metrics`,
    by: '        metrics',
    tests: turnEventsTest,
  },
  {
    rule: 'The time of an admission is in seconds',
    file: turnEvents,
    replace: '(performance.now() - startedAt) / 1_000',
    by: 'performance.now() - startedAt',
    tests: turnEventsTest,
  },
  {
    rule: 'An attempt that was given back is no ended turn',
    file: turnEvents,
    replace: "outcome !== 'lost' && outcome !== 'released'",
    by: "outcome !== 'lost'",
    tests: turnEventsTest,
  },
  {
    rule: 'An attempt that was lost is no ended turn',
    file: turnEvents,
    replace: "outcome !== 'lost' && outcome !== 'released'",
    by: "outcome !== 'released'",
    tests: turnEventsTest,
  },
  {
    rule: 'A refund is counted once',
    file: turnEvents,
    replace: `      if (isRefunded) metrics.count('refunds', { reason: error ?? outcome });
`,
    by: `      metrics.count('refunds', { reason: error ?? outcome });
`,
    tests: turnEventsTest,
  },
  {
    rule: 'A recovered turn is counted by what became of it',
    file: turnEvents,
    replace: "metrics.count('recovered', { to: became })",
    by: "metrics.count('recovered', { to: by })",
    tests: turnEventsTest,
  },
  {
    rule: 'A turn that returned to the queue has not ended',
    file: turnEvents,
    replace: "const isEnd = became !== 'queued'",
    by: 'const isEnd = true',
    tests: turnEventsTest,
  },
  {
    rule: 'Every refused write is counted',
    file: turnEvents,
    replace: "metrics.count('staleWrites', { write }, count)",
    by: "metrics.count('staleWrites', { write })",
    tests: turnEventsTest,
  },
  {
    rule: 'A lost attempt is a warning',
    file: turnEvents,
    replace: "outcome === 'failed' || outcome === 'lost'",
    by: "outcome === 'failed'",
    tests: turnEventsTest,
  },
  {
    rule: 'Tokens of input and of output are told apart',
    file: turnEvents,
    replace: "type: 'input' }, inputTokens)",
    by: "type: 'input' }, outputTokens ?? 0)",
    tests: turnEventsTest,
  },
  {
    rule: 'A name of a model may have a slash',
    file: turnEvents,
    replace: "rest.join('/')",
    by: "rest[0] ?? ''",
    tests: turnEventsTest,
  },
  {
    rule: 'Tokens of titles are not those of answers',
    file: turnEvents,
    replace: "countTokens(metrics, 'titleTokens', {",
    by: "countTokens(metrics, 'tokens', {",
    tests: turnEventsTest,
  },
];
