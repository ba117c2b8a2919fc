import { type Static, Type } from 'typebox';
import { providerStatuses } from '../health.ts';
import { Nullable, oneOf, open, page, Timestamp } from '../resources.ts';
import { aboutPerson } from '../shared/personal.ts';
import { callFigures } from '../usage/usage-days.ts';

const ok = { ok: Type.Literal(true) };
const list = { ...ok, object: Type.Literal('list') };
const Count = Type.Integer({ minimum: 0 });
const Milliseconds = Nullable(Type.Integer({ minimum: 0 }), 'null: nothing was measured.');

export const LaneState = Type.Object(
  { lane: Type.String(), queued: Count, oldest_at: Nullable(Timestamp) },
  open,
);

/** Live: queues and processes; the turns are a list of their own. */
export const ProcessResource = Type.Object(
  {
    id: Type.String(),
    roles: Type.Array(Type.String()),
    version: Nullable(Type.String()),
    started_at: Timestamp,
    live: Type.Boolean({ description: 'Its lease has not expired.' }),
    silent_since: Nullable(
      Timestamp,
      'When a process whose lease has expired was last heard from; it stays listed until another process removes it.',
    ),
    slots: Count,
    busy: Count,
    draining: Type.Boolean({ description: 'Takes no new jobs.' }),
  },
  open,
);
export type ProcessResource = Static<typeof ProcessResource>;

export const Queue = Type.Object(
  {
    ...ok,
    lanes: Type.Array(LaneState),
    running: Type.Object({ jobs: Count, streams: Count }, open),
    processes: Type.Array(ProcessResource),
  },
  open,
);
export type Queue = Static<typeof Queue>;

export const liveStates = ['queued', 'running'] as const;

export const LiveTurn = Type.Object(
  {
    job_uuid: Type.String(),
    client: Type.String(),
    external_user_id: aboutPerson(Nullable(Type.String(), 'null for a role that sees no people.')),
    state: oneOf(liveStates),
    delivery: oneOf(['stream', 'job']),
    lane: Nullable(Type.String()),
    agent: Type.String(),
    provider: Nullable(Type.String()),
    model: Nullable(Type.String()),
    attempt: Count,
    process: Nullable(Type.String()),
    deep_dive: Type.Boolean(),
    cancelling: Type.Boolean(),
    created_at: Timestamp,
    started_at: Nullable(Timestamp),
  },
  open,
);
export type LiveTurn = Static<typeof LiveTurn>;
export const LiveTurnList = Type.Object({ ...list, data: Type.Array(LiveTurn), ...page }, open);
export type LiveTurnList = Static<typeof LiveTurnList>;
export const TurnCancelled = Type.Object(
  {
    ...ok,
    job_uuid: Type.String(),
    client: Type.String(),
    status: Type.String({ description: 'The state of the job, as GET /jobs/{uuid} names it.' }),
  },
  open,
);
export type TurnCancelled = Static<typeof TurnCancelled>;
export const ProcessDrained = Type.Object({ ...ok, process: ProcessResource }, open);

/** Providers: one request. */
export const ProviderState = Type.Object(
  {
    id: Type.String(),
    label: Type.String(),
    wire: Type.String(),
    models: Type.Array(Type.String()),
    status: oneOf(providerStatuses),
    minutes: Type.Array(Type.Object({ at: Timestamp, calls: Count, failed: Count, timeouts: Count }, open), {
      description: 'The last 60 minutes with calls, oldest first.',
    }),
    calls: Count,
    failed: Count,
    timeouts: Count,
    first_text: Type.Object({ p50_ms: Milliseconds, p95_ms: Milliseconds }, open),
    today: Type.Object(callFigures, { ...open, description: 'Calls that began on this UTC day.' }),
  },
  { ...open, description: 'Counts and percentiles cover the last 60 minutes, but for `today`.' },
);
export type ProviderState = Static<typeof ProviderState>;
export const ProviderStates = Type.Object({ ...list, data: Type.Array(ProviderState) }, open);
export type ProviderStates = Static<typeof ProviderStates>;
export const ProviderTest = Type.Object(
  {
    ...ok,
    provider: Type.String(),
    model: Nullable(Type.String()),
    works: Type.Boolean(),
    detail: Type.String({
      description:
        'The outcome, without any text from the provider; only owners and operators see why it refused.',
    }),
    duration_ms: Count,
  },
  open,
);
export type ProviderTest = Static<typeof ProviderTest>;

export const Doctor = Type.Object(
  {
    ...ok,
    healthy: Type.Boolean(),
    checks: Type.Array(
      Type.Object(
        { name: Type.String(), status: oneOf(['pass', 'warn', 'fail']), detail: Type.String() },
        open,
      ),
    ),
  },
  open,
);
export type Doctor = Static<typeof Doctor>;
