import assert from 'node:assert/strict';
import type { Queryable } from '#adapters/postgres/database.ts';
import type { Journal, JournalEntry } from './journal.ts';
import type { MockCall } from './mock-call.ts';

export interface Audited {
  readonly database: Queryable;
  readonly journal: Journal;
  /** Of the mock provider. */
  readonly calls: readonly MockCall[];
  /** Everything that any process printed. */
  readonly logs: string;
}

interface TurnRow {
  readonly client_id: number;
  readonly id: string;
  readonly door: 'stream' | 'job';
  readonly state: string;
  readonly attempt: number;
  readonly deaths: number;
  readonly refunded: boolean;
  readonly prompt: string;
  readonly answer: string | null;
  readonly answers: number;
}

/**
 * Compares what callers saw, what the database holds and what the provider was asked, once everything has come to
 * rest. The names are those of the invariants that it checks; each failure names the rows that break one.
 */
export async function audit({ database, journal, calls, logs }: Audited): Promise<void> {
  const turns = await readTurns(database);
  const byId = new Map(turns.map((turn) => [turn.id, turn]));
  const byCanary = new Map(turns.map((turn) => [canaryIn(turn.prompt), turn]));
  acknowledgedIsStored(journal, byId);
  everyTurnEndsOnce(turns);
  callsBelongToAttempts(byCanary, calls);
  answersAreOfTheLastAttempt(turns, calls);
  deliveredIsStored(journal, byId);
  refusedLeavesNothing(journal, byCanary, calls);
  canariesStayHome(journal, logs);
  noSecretIsPrinted(journal, logs);
  noBugEndedAProcess(logs);
  await usageIsExact(database);
  await conversationsAreInOrder(database);
  await queueIsEmpty(database);
}

function readTurns(database: Queryable): Promise<TurnRow[]> {
  return database.query<TurnRow>(`
    select t.client_id, t.id, t.door, t.state, t.attempt, t.deaths, t.refunded, q.content as prompt,
      (select max(content) from messages a where a.client_id = t.client_id and a.turn_id = t.id
        and a.role = 'assistant') as answer,
      (select count(*) from messages a where a.client_id = t.client_id and a.turn_id = t.id
        and a.role = 'assistant')::int as answers
    from turns t join messages q on q.client_id = t.client_id and q.id = t.user_message_id
      and q.conversation_id = t.conversation_id`);
}

function acknowledgedIsStored({ entries }: Journal, byId: ReadonlyMap<string, TurnRow>): void {
  const lost = entries.filter((entry) => entry.turnId !== null && !byId.has(entry.turnId));
  assert.deepEqual(lost, [], 'acknowledged and not stored');
}

function everyTurnEndsOnce(turns: readonly TurnRow[]): void {
  const final = ['completed', 'failed', 'cancelled', 'expired'];
  const wrong = turns.filter((turn) => {
    const attempts = turn.door === 'stream' ? turn.attempt <= 1 : turn.attempt >= turn.deaths;
    return !final.includes(turn.state) || turn.answers !== 1 || turn.deaths > 3 || !attempts;
  });
  assert.deepEqual(wrong, [], 'not ended exactly once');
}

function callsBelongToAttempts(byCanary: ReadonlyMap<string, TurnRow>, calls: readonly MockCall[]): void {
  for (const [canary, count] of countBy(calls, (call) => canaryIn(lastPromptOf(call)))) {
    const turn = byCanary.get(canary);
    assert.ok(turn !== undefined, `the provider was called for ${canary}, which is no turn`);
    assert.ok(count <= turn.attempt, `${count} calls in ${turn.attempt} attempts of ${turn.id}`);
  }
}

/** How the answer to the provider's nth call begins, counted from 1. */
export function numberedAnswer(call: number): string {
  return `Answer ${call}: `;
}

/** Nothing of an attempt is accepted once the next one has begun. */
function answersAreOfTheLastAttempt(turns: readonly TurnRow[], calls: readonly MockCall[]): void {
  const last = new Map(calls.map((call, index) => [canaryIn(lastPromptOf(call)), index + 1]));
  const wrong = turns.filter(
    ({ state, prompt, answer }) =>
      state === 'completed' && !answer?.startsWith(numberedAnswer(last.get(canaryIn(prompt)) ?? 0)),
  );
  assert.deepEqual(wrong, [], 'an answer of an attempt that was over');
}

function deliveredIsStored({ entries }: Journal, byId: ReadonlyMap<string, TurnRow>): void {
  for (const { turnId, text, endedCleanly } of entries) {
    const turn = turnId === null ? undefined : byId.get(turnId);
    if (turn === undefined) continue;
    if (endedCleanly) assert.equal(text, turn.answer, `a clean end is the whole answer of ${turn.id}`);
    // A reader who was cut saw one attempt, and it need not be the one that counts in the end.
    else if (turn.attempt > 1) assert.ok(text.split('Answer').length <= 2, `two attempts in one: ${turn.id}`);
    // The text of a process that died is lost with it, beyond what it had stored.
    else if (turn.state === 'completed') assert.ok(turn.answer?.startsWith(text), `no prefix: ${turn.id}`);
  }
}

function refusedLeavesNothing(
  { entries }: Journal,
  byCanary: ReadonlyMap<string, TurnRow>,
  calls: readonly MockCall[],
): void {
  const asked = new Set(calls.map((call) => canaryIn(lastPromptOf(call))));
  const left = entries.filter(
    ({ outcome, canary }) => outcome === 'refused' && (byCanary.has(canary) || asked.has(canary)),
  );
  assert.deepEqual(left, [], 'refused, with an effect');
}

function canariesStayHome({ entries, received }: Journal, logs: string): void {
  const homes = new Map(entries.map((entry: JournalEntry) => [entry.canary, entry.clientId]));
  for (const { clientId, text } of received) {
    for (const [canary] of text.matchAll(canaryPattern)) assert.equal(homes.get(canary), clientId);
  }
  assert.equal(canaryPattern.exec(logs), null, 'a prompt was logged');
}

function noSecretIsPrinted({ secrets }: Journal, logs: string): void {
  for (const secret of secrets) assert.ok(!logs.includes(secret), 'a secret was logged');
}

function noBugEndedAProcess(logs: string): void {
  const bugs = logs.split('\n').filter((line) => /A bug ended|unhandled|internal_error/i.test(line));
  assert.deepEqual(bugs, []);
}

/** Counters = charges − refunds = turns that were not given back, and no counter is above its limit. */
async function usageIsExact(database: Queryable): Promise<void> {
  const wrong = await database.query(`
    with ledgered as (
      select client_id, external_user_id, day,
        sum(case kind when 'charge' then requests else -requests end) as requests,
        sum(case kind when 'charge' then priority else -priority end) as priority,
        sum(case kind when 'charge' then deep_dive else -deep_dive end) as deep_dive
      from ledger group by 1, 2, 3
    ), turned as (
      select client_id, external_user_id, charge_day as day, count(*) filter (where not refunded) as requests,
        count(*) filter (where not refunded and priority) as priority,
        count(*) filter (where not refunded and deep_dive) as deep_dive
      from turns group by 1, 2, 3
    )
    select 'user' as scope, l.*, t.requests as turns, u.requests as counted from ledgered l
      full join turned t using (client_id, external_user_id, day)
      full join usage_users u using (client_id, external_user_id, day)
      where (l.requests, l.priority, l.deep_dive) is distinct from (t.requests, t.priority, t.deep_dive)
        or (l.requests, l.priority, l.deep_dive) is distinct from (u.requests, u.priority, u.deep_dive)`);
  assert.deepEqual(wrong, [], 'usage is not what the ledger and the turns say');
  const over = await database.query(`
    select c.id, u.day, u.requests from usage_clients u join clients c on c.id = u.client_id
      where u.requests > c.daily_limit
        or u.requests <> (select coalesce(sum(x.requests), 0) from usage_users x
                          where x.client_id = u.client_id and x.day = u.day)
    union all
    select c.id, u.day, u.requests from usage_users u join clients c on c.id = u.client_id
      where u.requests > c.user_requests_limit or u.priority > c.user_priority_limit
        or u.deep_dive > c.user_deep_dive_limit`);
  assert.deepEqual(over, [], 'usage is above its limit, or a client is not the sum of its users');
}

async function conversationsAreInOrder(database: Queryable): Promise<void> {
  const wrong = await database.query(`
    select t.id, t.state, q.seq as asked, a.seq as answered, a.status from turns t
      join conversations c on c.client_id = t.client_id and c.id = t.conversation_id
      left join messages q on q.client_id = t.client_id and q.id = t.user_message_id
        and q.conversation_id = t.conversation_id
      left join messages a on a.client_id = t.client_id and a.id = t.message_id
        and a.conversation_id = t.conversation_id
      where q.seq is null or a.seq is null or a.seq <= q.seq or a.reply_to <> q.id
        or (a.status = 'complete') <> (t.state = 'completed')`);
  assert.deepEqual(wrong, [], 'a turn without its question or its answer');
}

async function queueIsEmpty(database: Queryable): Promise<void> {
  const left = await database.query(`
    select 'count' as what, lane, queued::int as number from lane_counts where queued <> 0
    union all select 'output', null, count(*)::int from turn_output having count(*) > 0
    union all select 'held', null, count(*)::int from turns where process_id is not null or tag is not null
      having count(*) > 0`);
  assert.deepEqual(left, [], 'something of the queue is left');
}

const canaryPattern = /canary-[0-9a-f]{16}/g;

function canaryIn(prompt: string): string {
  return /canary-[0-9a-f]{16}/.exec(prompt)?.[0] ?? prompt;
}

function lastPromptOf(call: MockCall): string {
  return call.messages.findLast((message) => message.role === 'user')?.content ?? '';
}

function countBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}
