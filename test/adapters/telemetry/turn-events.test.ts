import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { createLog } from '#adapters/log.ts';
import { Metrics } from '#adapters/telemetry/metrics.ts';
import { createTelemetry, type Telemetry } from '#adapters/telemetry/telemetry.ts';
import { userNames } from '#adapters/telemetry/user-names.ts';
import { brandCaller } from '#core/identity/caller.ts';
import { ModelError } from '#core/models/model-error.ts';
import { noTokens } from '#core/models/model-provider.ts';
import type { CallEnd } from '#core/models/observed-call.ts';
import type { AttemptEnd, SettledTurn } from '#core/turn/turn-telemetry.ts';
import type { Break } from '#test/break.ts';
import { samplesIn } from '#test/metrics/samples.ts';
import { unaskedProvider } from '#test/mock/unasked-provider.ts';
import { buildLiveTurn } from '#test/world/live-turn.ts';

const attempt: AttemptEnd = {
  end: { kind: 'completed', finishReason: 'stop', tokens: { input: 30, output: 7 } },
  durationMs: 12_500,
  firstTextMs: 1_500,
  isRefunded: false,
  model: 'openai/org/m',
};

const call: CallEnd = {
  outcome: 'completed',
  error: null,
  isStep: false,
  next: null,
  durationMs: 2_000,
  firstTextMs: 500,
  inputTokens: 30,
  cacheReadTokens: 20,
  cacheWriteTokens: 0,
  outputTokens: 7,
  sentAt: 0,
};

describe('The telemetry of turns', () => {
  let now: number;
  let metrics: Metrics;
  let telemetry: Telemetry;
  let printed: Readonly<Record<string, unknown>>[];
  const live = buildLiveTurn({ kind: 'job', lane: 'standard', userId: 'user-1' });
  beforeEach(() => {
    now = 1_000;
    printed = [];
    mock.method(performance, 'now', () => now);
    metrics = new Metrics();
    const log = createLog({ destination: { write: (line: string) => printed.push(JSON.parse(line)) } });
    telemetry = createTelemetry({ metrics, log, lines: log, nameUser: userNames('a secret', false) });
  });
  afterEach(() => mock.restoreAll());

  /** The samples of a family that are not 0, by their labels. */
  async function valuesOf(name: string): Promise<Readonly<Record<string, number>>> {
    const { text } = await metrics.expose(undefined);
    const found = samplesIn(text).filter((sample) => sample.name === name && sample.value !== 0);
    return Object.fromEntries(
      found.map(({ labels, value }) => [Object.values(labels).sort().join(' '), value]),
    );
  }

  const candidate = { provider: unaskedProvider('gemini'), model: 'm' };

  function called(end: Partial<CallEnd> = {}): void {
    telemetry.turns.began(live.turn).onCall(candidate)({ ...call, ...end });
  }

  it('times a turn and its first text in seconds', async () => {
    telemetry.turns.began(live.turn).ended(attempt);
    assert.deepEqual(await valuesOf('parley_turns_total'), { 'completed job': 1 });
    assert.deepEqual(await valuesOf('parley_turn_duration_seconds_sum'), { 'completed job': 12.5 });
    assert.deepEqual(await valuesOf('parley_first_text_seconds_sum'), { 'completed job': 1.5 });
    const [line] = printed;
    assert.deepEqual(
      [line?.['event'], line?.['level'], line?.['duration_ms'], line?.['first_text_ms'], line?.['attempt']],
      ['turn.ended', 'info', 12_500, 1_500, 1],
    );
  });

  it('counts the tokens of every call, also of one that failed, with what a cache gave and got', async () => {
    called();
    const error = new ModelError('timeout', 'too late', { retryable: true });
    called({ outcome: 'timeout', error, ...noTokens, inputTokens: 5 });
    assert.deepEqual(await valuesOf('parley_tokens_total'), {
      'answer gemini input m': 35,
      'answer cache_read gemini m': 20,
      'answer gemini m output': 7,
    });
  });

  it('times the search of documents, by what became of it', async () => {
    const ended = telemetry.turns.began(live.turn).searching();
    now += 12;
    ended('found');
    telemetry.turns.began(live.turn).searching()('failed');
    assert.deepEqual(await valuesOf('parley_knowledge_search_duration_seconds_sum'), { found: 0.012 });
    assert.deepEqual(await valuesOf('parley_knowledge_search_duration_seconds_count'), {
      found: 1,
      failed: 1,
    });
  });

  it('logs an attempt that is not the end of its turn as one, and does not count it', async () => {
    telemetry.turns.began(live.turn).ended({ ...attempt, end: { kind: 'released' }, isRefunded: true });
    telemetry.turns.began(live.turn).ended({ ...attempt, end: { kind: 'lost' } });
    for (const name of ['turns_total', 'turn_duration_seconds_count', 'refunds_total']) {
      assert.deepEqual(await valuesOf(`parley_${name}`), {}, name);
    }
    assert.deepEqual(
      printed.map(({ event, level, outcome }) => [event, level, outcome]),
      [
        ['attempt.ended', 'info', 'released'],
        ['attempt.ended', 'warn', 'lost'],
      ],
    );
  });

  it('counts a refund by its reason, and warns of a failure', async () => {
    const end = { kind: 'failed', code: 'provider_error' } as const;
    telemetry.turns.began(live.turn).ended({ ...attempt, end, isRefunded: true, firstTextMs: null });
    const cancelled = { kind: 'cancelled', code: 'user_blocked' } as const;
    telemetry.turns.began(live.turn).ended({ ...attempt, end: cancelled, isRefunded: false });
    assert.deepEqual(await valuesOf('parley_refunds_total'), { provider_error: 1 });
    assert.deepEqual(await valuesOf('parley_first_text_seconds_count'), { 'cancelled job': 1 });
    assert.deepEqual(
      printed.map(({ level, error, first_text_ms }) => [level, error, first_text_ms]),
      [
        ['warn', 'provider_error', undefined],
        ['info', 'user_blocked', 1_500],
      ],
    );
  });

  it('counts a call and its repeats by their outcome, and the last attempt not as a repeat', async () => {
    const error = new ModelError('timeout', 'too late', { retryable: true });
    called({ outcome: 'timeout', error, next: 'repeat', firstTextMs: null });
    called({ outcome: 'timeout', error, next: 'fallback', firstTextMs: null });
    called({ outcome: 'timeout', error, next: null, firstTextMs: null });
    called();
    assert.deepEqual(await valuesOf('parley_provider_calls_total'), {
      'gemini m timeout': 3,
      'completed gemini m': 1,
    });
    assert.deepEqual(await valuesOf('parley_provider_retries_total'), { 'gemini m timeout': 2 });
    assert.deepEqual(
      printed.map(({ event, outcome, error: said, duration_ms }) => [event, outcome, said, duration_ms]),
      Array.from({ length: 3 }, () => ['provider.failed', 'timeout', 'too late', 2_000]),
    );
  });

  it('follows the convention in its names, its units and its labels', async () => {
    called();
    called({ outcome: 'stopped', firstTextMs: null, ...noTokens });
    const family = (name: string) => valuesOf(`gen_ai_client_${name}`);
    assert.deepEqual(await family('operation_duration_seconds_sum'), {
      'chat gcp.gemini m': 2,
      'chat gcp.gemini m stopped': 2,
    });
    assert.deepEqual(await family('operation_time_to_first_chunk_seconds_sum'), { 'chat gcp.gemini m': 0.5 });
    assert.deepEqual(await family('operation_time_to_first_chunk_seconds_count'), { 'chat gcp.gemini m': 1 });
    assert.deepEqual(await family('token_usage_sum'), {
      'chat gcp.gemini input m': 30,
      'chat gcp.gemini m output': 7,
    });
  });

  it('counts calls for the stored numbers: failures, time-outs, and times of what has one', () => {
    const error = new ModelError('timeout', 'too late', { retryable: true });
    called({ outcome: 'timeout', error, firstTextMs: null });
    called({ outcome: 'rejected', error: new ModelError('rejected', 'no', { retryable: false }) });
    called({ outcome: 'stopped', firstTextMs: null });
    called();
    const [count] = telemetry.counts.take().providers;
    const { calls, failed, timeouts, firstTextBuckets = [], durationBuckets = [] } = count ?? {};
    assert.deepEqual([calls, failed, timeouts], [4, 2, 1]);
    // 0.5 s is in the seventh bucket, 2 s in the ninth.
    assert.deepEqual([firstTextBuckets[6], firstTextBuckets.reduce((sum, each) => sum + each)], [2, 2]);
    assert.deepEqual([durationBuckets[8], durationBuckets.reduce((sum, each) => sum + each)], [1, 1]);
    assert.ok(telemetry.counts.isEmpty);
  });

  it('times an admission in seconds', async () => {
    const caller = brandCaller({ kind: 'api', client: live.turn.client, keyHash: Buffer.alloc(32) });
    const admission = telemetry.turns.admitting(caller, 'job');
    now += 250;
    admission.ended('admitted');
    assert.deepEqual(await valuesOf('parley_admission_duration_seconds_sum'), { 'admitted job': 0.25 });
    telemetry.turns.admittedBatch(6);
    assert.deepEqual(await valuesOf('parley_admission_batch_size_sum'), { '': 6 });
  });

  it('counts what was decided without an attempt: ends, recoveries and refunds', async () => {
    const settled: SettledTurn = {
      turnId: live.turn.id,
      clientId: 1,
      clientSlug: 'partner',
      userId: 'user-1',
      delivery: 'job',
      by: 'recovery',
      became: 'queued',
      error: null,
      isRefunded: false,
    };
    telemetry.turns.settled(settled);
    telemetry.turns.settled({ ...settled, became: 'failed', error: 'worker_lost', isRefunded: true });
    telemetry.turns.settled({ ...settled, by: 'expiry', became: 'expired', isRefunded: true });
    assert.deepEqual(await valuesOf('parley_turns_total'), { 'failed job': 1, 'expired job': 1 });
    assert.deepEqual(await valuesOf('parley_recovered_turns_total'), { queued: 1, failed: 1 });
    assert.deepEqual(await valuesOf('parley_refunds_total'), { worker_lost: 1, expired: 1 });
    assert.deepEqual(
      printed.map(({ event, level, by }) => [event, level, by]),
      [
        ['turn.requeued', 'warn', 'recovery'],
        ['turn.ended', 'warn', 'recovery'],
        ['turn.ended', 'info', 'expiry'],
      ],
    );
  });

  it('counts refused writes of lost attempts, every one', async () => {
    telemetry.turns.staleWrites('output', 3);
    assert.deepEqual(await valuesOf('parley_stale_writes_total'), { output: 3 });
  });

  it('counts titles and their tokens apart from answers', async () => {
    const title = {
      outcome: 'written',
      model: 'openai/org/m',
      error: null,
      inputTokens: 5,
      cacheReadTokens: null,
      cacheWriteTokens: null,
      outputTokens: 2,
    } as const;
    telemetry.turns.titled(live.turn, title);
    assert.deepEqual(await valuesOf('parley_titles_total'), { written: 1 });
    assert.deepEqual(await valuesOf('parley_tokens_total'), {
      'input openai org/m title': 5,
      'openai org/m output title': 2,
    });
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A last try is no repeat',
    file: 'src/adapters/telemetry/provider-events.ts',
    replace: 'if (end.next !== null) metrics',
    by: 'metrics',
  },
  {
    rule: 'The time of a call is in seconds',
    file: 'src/adapters/telemetry/provider-events.ts',
    replace: 'end.durationMs / 1_000',
    by: 'end.durationMs',
  },
  {
    rule: 'The time to the first chunk is in seconds',
    file: 'src/adapters/telemetry/provider-events.ts',
    replace: "metrics.observe('genAiFirstChunk', labels, end.firstTextMs / 1_000)",
    by: "metrics.observe('genAiFirstChunk', labels, end.firstTextMs)",
  },
  {
    rule: 'A failed call has the type of its error',
    file: 'src/adapters/telemetry/provider-events.ts',
    replace: "end.outcome === 'completed' ? {}",
    by: 'true ? {}',
  },
  {
    rule: 'A call without a count has none',
    file: 'src/adapters/telemetry/provider-events.ts',
    replace: '  if (outputTokens !== null) metrics',
    by: '  metrics',
  },
  {
    rule: 'Calls are counted for the stored numbers',
    file: 'src/adapters/telemetry/provider-events.ts',
    replace: `  counts.called(provider, model, end);
`,
    by: '',
  },
  {
    rule: 'A failed call is counted as one',
    file: 'src/core/numbers/report-counts.ts',
    replace: 'if (end.error !== null) count.failed += 1;',
    by: '',
  },
  {
    rule: 'Only a time-out is counted as one',
    file: 'src/core/numbers/report-counts.ts',
    replace: "if (end.outcome === 'timeout') count.timeouts",
    by: 'if (end.error !== null) count.timeouts',
  },
  {
    rule: 'The stored time of a call is in seconds',
    file: 'src/core/numbers/report-counts.ts',
    replace: 'countIn(count.durationBuckets, end.durationMs / 1_000)',
    by: 'countIn(count.durationBuckets, end.durationMs)',
  },
  {
    rule: 'Only a completed call has a stored time',
    file: 'src/core/numbers/report-counts.ts',
    replace: "if (end.outcome === 'completed') countIn",
    by: 'countIn',
  },
  {
    rule: 'Counts are reported once',
    file: 'src/core/numbers/report-counts.ts',
    replace: `    this.#providers = new Map();
`,
    by: '',
  },
  {
    rule: 'The time of a turn is in seconds',
    file: 'src/adapters/telemetry/turn-events.ts',
    replace: "metrics.observe('turnSeconds', { delivery, outcome }, durationMs / 1_000)",
    by: "metrics.observe('turnSeconds', { delivery, outcome }, durationMs)",
  },
  {
    rule: 'The time to the first text is in seconds',
    file: 'src/adapters/telemetry/turn-events.ts',
    replace: "metrics.observe('firstTextSeconds', { delivery, outcome }, firstTextMs / 1_000)",
    by: "metrics.observe('firstTextSeconds', { delivery, outcome }, firstTextMs)",
  },
  {
    rule: 'A turn without text has no time to it',
    file: 'src/adapters/telemetry/turn-events.ts',
    replace: `      if (firstTextMs !== null)
        metrics`,
    by: '        metrics',
  },
  {
    rule: 'The time of an admission is in seconds',
    file: 'src/adapters/telemetry/turn-events.ts',
    replace: '(performance.now() - startedAt) / 1_000',
    by: 'performance.now() - startedAt',
  },
  {
    rule: 'An attempt that was released is no ended turn',
    file: 'src/adapters/telemetry/turn-events.ts',
    replace: "outcome !== 'lost' && outcome !== 'released'",
    by: "outcome !== 'lost'",
  },
  {
    rule: 'An attempt that was lost is no ended turn',
    file: 'src/adapters/telemetry/turn-events.ts',
    replace: "outcome !== 'lost' && outcome !== 'released'",
    by: "outcome !== 'released'",
  },
  {
    rule: 'A refund is counted once',
    file: 'src/adapters/telemetry/turn-events.ts',
    replace: `      if (isRefunded) metrics.count('refunds', { reason: error ?? outcome });
`,
    by: `      metrics.count('refunds', { reason: error ?? outcome });
`,
  },
  {
    rule: 'A recovered turn is counted by what became of it',
    file: 'src/adapters/telemetry/turn-events.ts',
    replace: "metrics.count('recovered', { to: became })",
    by: "metrics.count('recovered', { to: by })",
  },
  {
    rule: 'A turn that returned to the queue has not ended',
    file: 'src/adapters/telemetry/turn-events.ts',
    replace: "const isEnd = became !== 'queued'",
    by: 'const isEnd = true',
  },
  {
    rule: 'Every refused write is counted',
    file: 'src/adapters/telemetry/turn-events.ts',
    replace: "metrics.count('staleWrites', { write }, count)",
    by: "metrics.count('staleWrites', { write })",
  },
  {
    rule: 'A lost attempt is a warning',
    file: 'src/adapters/telemetry/turn-events.ts',
    replace: "outcome === 'failed' || outcome === 'lost'",
    by: "outcome === 'failed'",
  },
  {
    rule: 'Tokens of input and of output are told apart',
    file: 'src/adapters/telemetry/turn-events.ts',
    replace: "count('input', tokens.inputTokens)",
    by: "count('input', tokens.outputTokens)",
  },
  {
    rule: 'A name of a model may have a slash',
    file: 'src/adapters/telemetry/turn-events.ts',
    replace: "rest.join('/')",
    by: "rest[0] ?? ''",
  },
  {
    rule: 'Tokens of titles are not those of answers',
    file: 'src/adapters/telemetry/turn-events.ts',
    replace: "model, kind: 'title' }",
    by: "model, kind: 'answer' }",
  },
];
