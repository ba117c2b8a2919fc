-- The key before the last rotation, which goes on until its time has come. It names the key that replaced it:
-- a process of an earlier version replaces keys without knowing of this one, and ends it that way.
alter table clients
  add column previous_key_hash      bytea,
  add column previous_key_until     timestamptz,
  add column previous_key_successor bytea;

create unique index clients_previous_key on clients (previous_key_hash);
