-- Running turns whose stored text is being read, by a reader in whatever process: the process that runs one stores its
-- text with every heartbeat, and that of all others once a second. Nothing is lost with a row, so none is logged.
create unlogged table turn_readers (
  client_id  integer not null,
  turn_id    uuid not null,
  -- The process that runs the turn.
  process_id uuid not null,
  read_until timestamptz not null,
  primary key (client_id, turn_id)
) with (fillfactor = 50);
create index turn_readers_process on turn_readers (process_id);
