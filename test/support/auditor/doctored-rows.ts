import type { AuditedWorld } from './audited-world.ts';

/** How one invariant is broken, and what the auditor reports then. */
export type Doctored = readonly [what: string, told: RegExp, doctor: (world: AuditedWorld) => unknown];

/** In the database. */
export const doctoredRows: readonly Doctored[] = [
  [
    'a turn that still runs',
    /not ended exactly once/,
    ({ database, stream }) =>
      database.query(`update turns set state = 'running' where id = $1`, [stream.turn.turnId]),
  ],
  [
    'a turn with two answers',
    /not ended exactly once/,
    ({ database, stream }) =>
      database.query(
        `insert into messages (client_id, conversation_id, seq, id, role, content, status, turn_id)
         select client_id, conversation_id, seq + 100, gen_random_uuid(), role, content, status, turn_id
         from messages where turn_id = $1 and role = 'assistant'`,
        [stream.turn.turnId],
      ),
  ],
  [
    'a number that no attempt had',
    /attempts are not 1 to n without gaps/,
    ({ database, job }) =>
      database.query('update turns set attempt = attempt + 1 where id = $1', [job.turn.turnId]),
  ],
  [
    'a step after the end',
    /attempts are not 1 to n without gaps/,
    async ({ database, job }) => {
      for (const state of ['running', 'completed']) {
        await database.query('update turns set state = $2 where id = $1', [job.turn.turnId, state]);
      }
    },
  ],
  [
    'output of an attempt that is over',
    /output of an attempt that was over/,
    async ({ database, job }) => {
      await database.query(
        `insert into turn_output (client_id, turn_id, attempt, byte_offset, text)
         select client_id, id, 1, 4, 'late' from turns where id = $1`,
        [job.turn.turnId],
      );
      await database.query('delete from turn_output');
    },
  ],
  [
    'the answer of an attempt that is over',
    /an answer of an attempt that was over/,
    ({ database }) =>
      database.query(`update test_history set at = at + interval '1 second' where attempt = 2`),
  ],
  [
    'the answer to another prompt',
    /an answer that no call of its turn gave/,
    ({ database, job, journal }) => {
      journal.readings.length = 0;
      return setAnswer(database, job.turn.turnId, 'Answer 1: words');
    },
  ],
  [
    'a counter that is off by one',
    /usage is not what the ledger and the turns say/,
    ({ database }) => database.query('update usage_users set deep_dive = deep_dive + 1'),
  ],
  [
    'a charge that is lost',
    /usage is not what the ledger and the turns say/,
    ({ database, job }) => database.query('delete from ledger where turn_id = $1', [job.turn.turnId]),
  ],
  [
    'a refund that nobody was given',
    /usage is not what the ledger and the turns say/,
    ({ database, job }) =>
      database.query('update turns set refunded = true where id = $1', [job.turn.turnId]),
  ],
  [
    'a client that is not the sum of its users',
    /usage is above its limit, or a client is not the sum/,
    ({ database }) => database.query('update usage_clients set priority = priority + 1'),
  ],
  [
    'more than the limit',
    /usage is above its limit/,
    ({ database }) => database.query('update clients set daily_limit = 2 where daily_limit is not null'),
  ],
  [
    'an answer to nothing',
    /a turn without its question or its answer/,
    ({ database }) => database.query(`update messages set reply_to = id where role = 'assistant'`),
  ],
  [
    'two turns at once in a conversation',
    /before the one in front of it had ended/,
    ({ database, later }) =>
      database.query(
        `insert into test_history (n, client_id, turn_id, state, attempt, deaths) overriding system value
         select 0, client_id, id, state_of, 1, 0 from turns, (values ('running')) as s(state_of) where id = $1`,
        [later.turn.turnId],
      ),
  ],
  [
    'a refused prompt that left its key',
    /refused, with an effect/,
    ({ database, refused }) =>
      database.query(
        `insert into idempotency_keys (client_id, external_user_id, route, key, request_hash, turn_id)
         values ($1, 'user-1', 'job', $2, '', gen_random_uuid())`,
        [refused.clientId, refused.canary],
      ),
  ],
  [
    'output that nobody needs any more',
    /something of the queue is left/,
    ({ database, job }) =>
      database.query(
        `insert into turn_output (client_id, turn_id, attempt, byte_offset, text)
         select client_id, id, attempt, 0, 'left' from turns where id = $1`,
        [job.turn.turnId],
      ),
  ],
];

function setAnswer(database: AuditedWorld['database'], turnId: string, content: string) {
  const sql = `update messages set content = $2 where turn_id = $1 and role = 'assistant'`;
  return database.query(sql, [turnId, content]);
}
