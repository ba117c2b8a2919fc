import { Client } from 'pg';

/** How many clients wait in the filled queue, each with as many jobs as the others. */
const WAITING_CLIENTS = 1000;
/** The other users' conversations are spread over this many end users. */
const OTHER_USERS = 10_000;

/**
 * Inserts queued jobs into an empty queue, faster than any request could: the triggers are disabled meanwhile, so the
 * counts and tags that they would have maintained are written here. All clients but the first are numbers only.
 */
export async function fillQueue(databaseUrl: string, jobs: number): Promise<void> {
  await inDatabase(databaseUrl, async (client) => {
    await client.query('begin');
    await client.query('alter table turns disable trigger user');
    await client.query(INSERT_JOBS, [jobs, WAITING_CLIENTS]);
    await client.query('alter table turns enable trigger user');
    await client.query(COUNT_LANES);
    await client.query(LAST_TAGS);
    await client.query('commit');
    await client.query('vacuum analyze turns, lane_ranges, lane_clients');
    await client.query('checkpoint');
  });
}

/** Conversations of one end user of the client `bench`, newest last, followed by many of other users. */
export async function fillConversations(
  databaseUrl: string,
  sizes: { readonly user: string; readonly own: number; readonly others: number },
): Promise<void> {
  await inDatabase(databaseUrl, async (client) => {
    await client.query(INSERT_CONVERSATIONS, [sizes.own, sizes.user, 1]);
    await client.query(INSERT_CONVERSATIONS, [sizes.others, 'other-', OTHER_USERS]);
    await client.query('vacuum analyze conversations');
    await client.query('checkpoint');
  });
}

export async function inDatabase(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

const INSERT_JOBS = `
  insert into turns (client_id, id, conversation_id, external_user_id, agent_slug, door, state, lane, tag,
    priority, deep_dive, retry, on_disconnect, user_message_id, user_seq, message_id, answer_seq, charge_day)
  select 1 + n % $2::integer, gen_random_uuid(), gen_random_uuid(), 'filler', 'assistant', 'job', 'queued',
    'standard', 1 + n / $2::integer,
    false, false, false, 'continue', gen_random_uuid(), 1, gen_random_uuid(), 2, utc_day()
  from generate_series(0, $1::integer - 1) n`;

/** As if every range had just been split. */
const COUNT_LANES = `
  insert into lane_ranges (lane, epoch, level, tag, id, queued)
  select lane, (select epoch from lane_of(lane)), level, case when part = 0 then -1 else tag end,
    case when part = 0 then '00000000-0000-0000-0000-000000000000' else id end, total
  from (
    select lane, level, tag, id, part, row_number() over (partition by lane, level, part order by tag, id) as nth,
      count(*) over (partition by lane, level, part) as total
    from (
      select t.lane, l.level, t.tag, t.id, div(t.nth, range_size(l.level)) as part
      from (select lane, tag, id, row_number() over (partition by lane order by tag, id) - 1 as nth
            from turns where tag is not null) t, generate_series(1, 3) l(level)
    ) parted
  ) numbered
  where nth = 1
  on conflict (lane, epoch, level, tag, id) do update set queued = excluded.queued`;

const LAST_TAGS = `
  insert into lane_clients (lane, epoch, client_id, last_tag)
  select lane, (select epoch from lane_of(lane)), client_id, max(tag) from turns where tag is not null group by 1, 2, 3`;

/** $3 = 1: all of them belong to the user named $2; more: to $2 followed by a number. */
const INSERT_CONVERSATIONS = `
  insert into conversations (client_id, id, external_user_id, agent_slug, title, message_count, next_seq,
    created_at, updated_at, last_message_at)
  select c.id, gen_random_uuid(), case when $3::integer = 1 then $2 else $2 || n % $3::integer end,
    'assistant', 'Conversation ' || n, 2, 3, at, at, at
  from clients c, generate_series(1, $1::integer) n, lateral (select now() - n * interval '1 second') t(at)
  where c.slug = 'bench'`;
