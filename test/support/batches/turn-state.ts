import fc from 'fast-check';

/** A few clients with everything that admission and the end of a turn read, as fast-check generates it. */
export type TurnState = readonly ClientState[];

export const agents = ['assistant', 'operator-analyst'] as const;

export function userOf(nth: number): string {
  return `user-${nth}`;
}

/** A value in this percentage of cases, otherwise null. */
export function maybe<T>(percent: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: percent, arbitrary }, { weight: 100 - percent, arbitrary: fc.constant(null) });
}

const limit = maybe(
  40,
  fc.oneof({ weight: 1, arbitrary: fc.constant(0) }, { weight: 9, arbitrary: fc.nat(25) }),
);
const fewLimit = maybe(40, fc.nat(6));
const count = fc.nat(6);
const used = fc.record({ requests: count, priority: fc.nat(3), deep_dive: fc.nat(3) });

const limits = fc.record({
  daily_limit: limit,
  user_requests_limit: limit,
  user_priority_limit: fewLimit,
  user_deep_dive_limit: fewLimit,
});
const noLimits = fc.constant({
  daily_limit: null,
  user_requests_limit: null,
  user_priority_limit: null,
  user_deep_dive_limit: null,
});
const rates = fc.record({
  burst_per_minute: maybe(50, fc.integer({ min: 1, max: 6 })),
  concurrent_turns: maybe(50, fc.integer({ min: 1, max: 6 })),
  concurrent_turns_per_user: maybe(50, fc.integer({ min: 1, max: 4 })),
});
const noRates = fc.constant({
  burst_per_minute: null,
  concurrent_turns: null,
  concurrent_turns_per_user: null,
});

const kind = fc.constantFrom('stream' as const, 'job' as const);
const user = fc.nat(2);
const openTurn = fc.record({
  kind,
  attempt: fc.integer({ min: 1, max: 2 }),
  /** Pieces of partial output, of each attempt. */
  pieces: fc.nat(2),
  priority: fc.boolean(),
  deepDive: fc.boolean(),
  daysAgo: fc.nat(1),
  hasKey: fc.boolean(),
  cancelled: fc.boolean(),
});

const conversation = fc.record({
  user,
  agent: fc.nat(3).map((n) => (n === 3 ? 1 : 0)),
  answers: fc.array(fc.constantFrom('complete', 'complete', 'partial', 'failed'), { maxLength: 3 }),
  running: maybe(50, openTurn),
  queued: fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(openTurn, { maxLength: 2 }) },
  ),
  isDeleted: fc.integer({ min: 0, max: 7 }).map((n) => n === 7),
});

const idempotencyKey = fc.record({
  user,
  kind,
  key: fc.nat(2),
  hash: fc.nat(1),
  hoursAgo: fc.constantFrom(1, 25),
});

const client = fc.record({
  limits: fc.oneof(limits, noLimits),
  rates: fc.oneof({ weight: 1, arbitrary: rates }, { weight: 4, arbitrary: noRates }),
  enabled: fc.boolean(),
  used: maybe(70, used),
  users: fc.array(maybe(70, used), { minLength: 3, maxLength: 3 }),
  burst: maybe(60, fc.record({ secondsAgo: fc.constantFrom(30, 90), requests: fc.nat(5) })),
  bound: fc.array(maybe(25, fc.boolean()), { minLength: 2, maxLength: 2 }),
  hosted: fc.array(fc.record({ enabled: fc.boolean(), hasSession: fc.boolean() }), {
    minLength: 2,
    maxLength: 2,
  }),
  keys: fc.uniqueArray(idempotencyKey, {
    maxLength: 6,
    selector: (key) => `${key.user} ${key.kind} ${key.key}`,
  }),
  /** Whether anything runs or waits in the conversations. */
  isBusy: fc.boolean(),
  conversations: fc.array(conversation, { minLength: 2, maxLength: 5 }),
});

export type ClientState = typeof client extends fc.Arbitrary<infer T> ? T : never;
export type ConversationState = ClientState['conversations'][number];
export type OpenTurnState = typeof openTurn extends fc.Arbitrary<infer T> ? T : never;

export const turnState: fc.Arbitrary<TurnState> = fc.array(client, { minLength: 2, maxLength: 2 });
