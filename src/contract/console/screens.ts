import { type Static, Type } from 'typebox';
import { AdminClient, AgentResource, HostedUserResource } from '../admin.ts';
import { AuditEntryResource } from '../audit/audit-entry.ts';
import { providerStatuses } from '../health.ts';
import { perDimension } from '../quota.ts';
import { Nullable, oneOf, open, page, Timestamp } from '../resources.ts';
import { aboutPerson } from '../shared/personal.ts';
import { Cost } from '../usage/cost.ts';
import { callFigures } from '../usage/usage-days.ts';
import { LaneState } from './live.ts';

/**
 * What the screens of the console read. An answer holds moments and no ages, so that it stays the same, byte for
 * byte, until something happens, and `ETag` saves its transfer.
 */
const ok = { ok: Type.Literal(true) };
const Count = Type.Integer({ minimum: 0 });
const Day = Type.String({ format: 'date' });
const Milliseconds = Nullable(Type.Integer({ minimum: 0 }), 'null: nothing was measured.');
const charges = perDimension(() => Count);

export const Figures = Type.Object(
  {
    turns: Count,
    failed: Count,
    cancelled: Count,
    refunded: Count,
    first_text_ms: Milliseconds,
    ...callFigures,
    calls: Count,
    calls_without_tokens: Count,
    input_tokens: Count,
    output_tokens: Count,
  },
  open,
);
export type Figures = Static<typeof Figures>;

const ProviderFailure = Type.Object(
  {
    provider: Type.String(),
    status: oneOf(providerStatuses),
    calls: Count,
    failed: Count,
    timeouts: Count,
  },
  { ...open, description: 'Counts of the last 15 minutes.' },
);

/** Overview: one request. */
export const Overview = Type.Object(
  {
    ...ok,
    day: Day,
    today: Type.Object({ ...charges, ...Figures.properties }, open),
    yesterday: Type.Object({ ...charges, ...Figures.properties }, open),
    clients: Type.Object({ active_today: Count }, open),
    first_text: Type.Object(
      { p50_ms: Milliseconds, p95_ms: Milliseconds },
      { ...open, description: 'Of the calls to all models in the last 60 minutes.' },
    ),
    refusals: Type.Array(Type.Object({ code: Type.String(), count: Count }, open), {
      description: 'Of the last 24 hours, most frequent first.',
    }),
    lanes: Type.Array(LaneState),
    running: Count,
    processes: Type.Object({ live: Count, workers: Count }, open),
    failing_providers: Type.Array(ProviderFailure),
    near_limit: Type.Array(
      Type.Object({ client: Type.String(), name: Type.String(), used: Count, limit: Count }, open),
      { description: 'Up to 20 clients at 80 % of their daily limit or more, the closest to it first.' },
    ),
  },
  open,
);
export type Overview = Static<typeof Overview>;

/** One partner: one request, beside the series of its usage. */
export const ClientOverview = Type.Object(
  {
    ...ok,
    client: AdminClient,
    day: Day,
    today: Type.Object(charges, open),
    blocked_at_limit: Type.Boolean(),
    unguarded: Type.Boolean({
      description: 'Can be embedded without a limit per user or on concurrent answers.',
    }),
    snippet: Type.String({ description: 'The HTML that embeds the chat.' }),
    agents: Type.Array(
      Type.Object(
        {
          slug: Type.String(),
          name: Type.String(),
          default: Type.Boolean(),
          unanswered: Type.Integer({
            description:
              'Questions of the last 30 days whose answers cite nothing of the documents that were looked at; counted up to 1,000.',
          }),
        },
        open,
      ),
    ),
    users: aboutPerson(
      Nullable(
        Type.Object({ data: Type.Array(HostedUserResource), ...page }, open),
        'The first page; null for a role that sees no people.',
      ),
    ),
    audit: Type.Array(AuditEntryResource, { description: 'The ten newest.' }),
  },
  open,
);
export type ClientOverview = Static<typeof ClientOverview>;

export const seriesKeys = ['day', 'model', 'agent', 'client'] as const;
export type SeriesKey = (typeof seriesKeys)[number];

/** Usage: one request for the chart, the table and the file. */
export const UsageSeries = Type.Object(
  {
    ...ok,
    from: Day,
    to: Day,
    by: oneOf(seriesKeys),
    client: Nullable(Type.String()),
    data: Type.Array(
      Type.Object(
        {
          day: Day,
          key: Nullable(Type.String(), 'A model, an agent or a client; null by day.'),
          ...Figures.properties,
          cost: Cost,
        },
        open,
      ),
      {
        description:
          'Oldest first, without days of no use. The 12 keys with the most turns, for clients over the whole months of these days; `other` sums up the rest.',
      },
    ),
    totals: Type.Array(
      Type.Object({ key: Nullable(Type.String()), ...Figures.properties, cost: Cost }, open),
      {
        description: 'Most turns first.',
      },
    ),
    cost: Type.Object(Cost.properties, { ...open, description: 'Of all these days together.' }),
  },
  open,
);
export type UsageSeries = Static<typeof UsageSeries>;

/** Today by the minute: what a chart of the day draws. */
export const UsageMinutes = Type.Object(
  {
    ...ok,
    day: Day,
    client: Nullable(Type.String(), 'Slug; null: calls of all clients to the models.'),
    since: Timestamp,
    minutes: Type.Array(Type.Object({ at: Timestamp, count: Count, failed: Count }, open), {
      description: 'Minutes of this UTC day in which something happened, oldest first.',
    }),
  },
  {
    ...open,
    description:
      'Turns of the client, or calls to the models. They are whole from `since` on: of a client with very many turns only the newest are read.',
  },
);
export type UsageMinutes = Static<typeof UsageMinutes>;

/** One agent: who is bound to it, and what its instructions were before. */
export const AgentHistory = Type.Object(
  {
    ...ok,
    agent: AgentResource,
    bound: Type.Object(
      { data: Type.Array(Type.String()), more: Type.Boolean() },
      { ...open, description: 'Slugs of the first 100 clients that are bound to it.' },
    ),
    default_of: Type.Object(
      { data: Type.Array(Type.String()), more: Type.Boolean() },
      { ...open, description: 'Slugs of the first 100 clients whose default it is.' },
    ),
    versions: Type.Array(AuditEntryResource, {
      description: 'Its changes, newest first, 50 at most; `before.instructions` is what a change replaced.',
    }),
  },
  open,
);
export type AgentHistory = Static<typeof AgentHistory>;

/** Failures: which calls fail how, and which requests are refused to whom. The turns are a list of their own. */
export const Failures = Type.Object(
  {
    ok: Type.Literal(true),
    counted: Type.Integer({
      description: 'The maximum number of failures that are counted: the newest of the last 24 hours.',
    }),
    kinds: Type.Array(Type.Object({ code: Type.String(), count: Count }, open), {
      description: 'Most frequent first.',
    }),
    refusals: Type.Array(Type.Object({ client: Type.String(), code: Type.String(), count: Count }, open), {
      description:
        'Requests of the last 24 hours that were refused before a turn began, most frequent first; at most 50 rows.',
    }),
  },
  open,
);
export type Failures = Static<typeof Failures>;
