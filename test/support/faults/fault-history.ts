import type { Transaction } from '#adapters/postgres/database/database.ts';

/**
 * Makes a database record what happens in it: every step of every turn, every piece of output beside the attempt that
 * was current then, and which process is behind an id. It also gives the database one clock of usage, so that the run
 * can end a day: as with the real clock, a transaction has one day, that of its start.
 */
export function keepHistory(transaction: Transaction): Promise<void> {
  return transaction.script(sql);
}

const sql = `
create table test_clock as select utc_day() as day, '-infinity'::timestamptz as since;
create or replace function utc_day() returns date language sql stable as
  'select max(day) from test_clock where since <= now()';

create table test_history (
  n          bigint generated always as identity primary key,
  client_id  integer not null,
  turn_id    uuid not null,
  state      text not null,
  attempt    integer not null,
  deaths     integer not null,
  process_id uuid,
  at         timestamptz not null default clock_timestamp()
);
create index on test_history (client_id, turn_id, n);
create function test_note_turn() returns trigger language plpgsql as $$
begin
  insert into test_history (client_id, turn_id, state, attempt, deaths, process_id)
    values (new.client_id, new.id, new.state, new.attempt, new.deaths, new.process_id);
  return null;
end $$;
create trigger test_turn_noted after insert or update of state, attempt, process_id on turns
  for each row execute function test_note_turn();

create table test_output (
  client_id       integer not null,
  turn_id         uuid not null,
  attempt         integer not null,
  current_attempt integer not null
);
create function test_note_output() returns trigger language plpgsql as $$
begin
  insert into test_output (client_id, turn_id, attempt, current_attempt)
    select new.client_id, new.turn_id, new.attempt, t.attempt from turns t
    where t.client_id = new.client_id and t.id = new.turn_id;
  return null;
end $$;
create trigger test_output_noted after insert or update on turn_output
  for each row execute function test_note_output();

create table test_processes (process_id uuid not null, name text not null);
create function test_note_process() returns trigger language plpgsql as $$
begin
  insert into test_processes values (new.id, current_setting('application_name'));
  return null;
end $$;
create trigger test_process_noted after insert on processes
  for each row execute function test_note_process();
`;
