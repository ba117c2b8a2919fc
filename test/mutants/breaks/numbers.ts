import type { Break } from '../break.ts';

const flow = ['test/flows/numbers/metrics.test.ts'];
const traces = ['test/flows/numbers/traces.test.ts'];
const stored = ['test/adapters/postgres/numbers/stored-numbers.test.ts'];
const usage = ['test/adapters/postgres/numbers/stored-usage.test.ts'];
const metrics = ['test/adapters/telemetry/metrics.test.ts'];
const reporter = ['test/core/numbers/process-reporter.test.ts'];

export const numberBreaks: readonly Break[] = [
  {
    rule: 'A request counts under the kind of its host, never under its target',
    file: 'src/http/server/exchanges.ts',
    replace: 'host: this.#hosts.of(raw).kind,',
    by: 'host: raw.url ?? this.#hosts.of(raw).kind,',
    tests: ['test/flows/numbers/metrics.test.ts'],
  },
  {
    rule: 'A label has 200 values at most',
    file: 'src/adapters/telemetry/bounded-label.ts',
    replace: 'const mostValues = 200;',
    by: 'const mostValues = 2_000;',
    tests: metrics,
  },
  {
    rule: 'Clients are told apart only where the operator asks for it',
    file: 'src/adapters/telemetry/metrics.ts',
    replace: 'withClients ? new BoundedLabel() : null',
    by: 'withClients || true ? new BoundedLabel() : null',
    tests: metrics,
  },
  {
    rule: 'A collector that hangs is left out of an exposition',
    file: 'src/adapters/telemetry/metrics.ts',
    replace: 'await Promise.race([collected, late]);',
    by: 'await Promise.race([collected, new Promise(() => late)]);',
    tests: metrics,
  },
  {
    rule: 'A user is named by a hash in the log',
    file: 'src/adapters/telemetry/user-names.ts',
    replace: 'if (showsIds)',
    by: 'if (showsIds || masterSecret)',
    tests: flow,
  },
  {
    rule: 'The line about a failure of a provider carries the request',
    file: 'src/adapters/telemetry/turn-events.ts',
    replace: '...(requestId !== null && { request: requestId }),',
    by: '...(requestId === null && { request: requestId }),',
    tests: flow,
  },
  {
    rule: 'A refusal is counted for the stored numbers',
    file: 'src/adapters/telemetry/request-events.ts',
    replace: 'counts.refused(refusal.clientId, refusal.code);',
    by: 'counts.refused(null, refusal.code);',
    tests: flow,
  },
  {
    rule: 'A question that failed was not refused',
    file: 'src/adapters/telemetry/request-events.ts',
    replace: 'if (!refusal.hasTurn) counts',
    by: 'counts',
    tests: ['test/adapters/telemetry/request-events.test.ts'],
  },
  {
    rule: 'A failure with the id of a turn is no refusal',
    file: 'src/http/server/exchanges.ts',
    replace: "'x-job-id' in headers",
    by: 'false',
    tests: flow,
  },
  {
    rule: 'A report that is sent twice counts once',
    file: 'src/adapters/postgres/numbers/process-report-store.ts',
    replace: 'where id = $1 and report < $2 returning id',
    by: 'where id = $1 returning id',
    tests: stored,
  },
  {
    rule: 'A fold takes what it adds',
    file: 'src/adapters/postgres/numbers/process-report-store.ts',
    replace:
      '(client_id, day, provider, model, delivery, agent_slug) do update set turns = m.turns + excluded.turns,',
    by: '(client_id, day, provider, model, delivery, agent_slug) do update set turns = excluded.turns,',
    tests: usage,
  },
  {
    rule: 'Each ending enters the numbers',
    file: 'database/functions/8-endings.sql',
    replace: "count(*) filter (where state = 'cancelled'),",
    by: '0,',
    tests: usage,
  },
  {
    rule: 'The numbers of a minute end after seven days',
    file: 'src/adapters/postgres/numbers/process-report-store.ts',
    replace: "refusal_minutes: `minute < now() - interval '7 days'`",
    by: "refusal_minutes: `minute < now() - interval '70 days'`",
    tests: stored,
  },
  {
    rule: 'Counts of a report that failed stay in it',
    file: 'src/core/numbers/process-reporter.ts',
    replace: 'const report = this.#unsent ?? this.#next(now);',
    by: 'const report = this.#next(now);',
    tests: reporter,
  },
  {
    rule: 'A job links to the request that queued it',
    file: 'src/core/turn/admit-turn.ts',
    replace: "traceparent: kind === 'job' ? options.traceparent : null,",
    by: 'traceparent: null,',
    tests: traces,
  },
  {
    rule: 'A trace is believed from trusted proxies',
    file: 'src/adapters/telemetry/request-events.ts',
    replace: 'parent: contextOf(head.traceparent)',
    by: 'parent: contextOf(null)',
    tests: traces,
  },
  {
    rule: 'A fold adds to the totals of all clients',
    file: 'src/adapters/postgres/numbers/process-report-store.ts',
    replace:
      'on conflict (day, provider, model, delivery, agent_slug) do update set turns = m.turns + excluded.turns,',
    by: 'on conflict (day, provider, model, delivery, agent_slug) do update set turns = excluded.turns,',
    tests: usage,
  },
  {
    rule: 'What the largest clients leave of a series is the rest',
    file: 'src/adapters/postgres/numbers/usage-series.ts',
    replace: 'sums.map((column) => `- ${column}`)',
    by: 'sums.map((column) => `0 * ${column}`)',
    tests: usage,
  },
  {
    rule: 'A fold that took all it may is followed by another',
    file: 'src/core/numbers/process-reporter.ts',
    replace: '(await store.foldUsage()) || (await store.prune())',
    by: '(await store.foldUsage()) && (await store.prune())',
    tests: reporter,
  },
  {
    rule: 'What was counted after a report that failed is sent when the process ends',
    file: 'src/core/numbers/process-reporter.ts',
    replace: 'if (this.#unsent === null && !this.#options.counts.isEmpty) await send();',
    by: '',
    tests: reporter,
  },
  {
    rule: 'A fold says that entries are left',
    file: 'src/adapters/postgres/numbers/process-report-store.ts',
    replace: '(row?.taken ?? 0) >= this.#mostEntries',
    by: '(row?.taken ?? 0) > this.#mostEntries',
    tests: usage,
  },
  {
    rule: 'A series has rows for a bounded number of groups',
    file: 'src/adapters/postgres/numbers/usage-series.ts',
    replace: 'order by sum(u.turns) desc, 1 limit $4',
    by: 'order by sum(u.turns) desc, 1 limit 1000 * $4',
    tests: usage,
  },
  {
    rule: 'Refusals are summed over all clients',
    file: 'src/adapters/postgres/numbers/stored-numbers.ts',
    replace: 'group by 1 order by 2 desc, 1`',
    by: 'group by 1, r.client_id order by 2 desc, 1 limit 500`',
    tests: stored,
  },
  {
    rule: 'The oldest job is not looked for in an empty lane',
    file: 'src/adapters/postgres/numbers/lane-rows.ts',
    replace: 'case when c.queued > 0 then',
    by: 'case when c.queued >= 0 then',
    tests: stored,
  },
  {
    rule: 'The request that queued a job is in the log with it',
    file: 'src/core/turn/admit-turn.ts',
    replace: "if (admitted.kind === 'queued') {",
    by: "if (admitted.kind === 'queued' && request.priority) {",
    tests: flow,
  },
  {
    rule: 'Only what is an identity names a user in the log',
    file: 'src/http/server/exchanges.ts',
    replace: "return checkExternalUserId(named, '');",
    by: 'return named;',
    tests: flow,
  },
];
