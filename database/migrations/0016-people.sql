-- End users who may read and may not send. An erasure blocks its user, too, for as long as it runs.
create table blocked_users (
  client_id        integer not null references clients (id),
  external_user_id text not null,
  blocked_at       timestamptz not null default now(),
  primary key (client_id, external_user_id)
);

-- Erasures under way: of one end user's data, or, as the user '' (the empty name), of a whole client. Any process
-- goes on with one where another stopped, and the last step deletes the row.
create table erasures (
  client_id        integer not null references clients (id),
  external_user_id text not null,
  -- Stands in place of the user where a count must stay true.
  pseudonym        text not null,
  began_at         timestamptz not null default now(),
  -- The table that comes next, and the row behind which it goes on; null: from the first row.
  step             text not null default 'turns end',
  behind           jsonb,
  -- Not before then: the user's turns have to end first.
  next_at          timestamptz not null default now(),
  primary key (client_id, external_user_id)
);

alter table clients
  -- Conversations that were not touched for so many days are deleted; null: none is.
  add column retention_days integer check (retention_days > 0),
  -- The client is being erased: it has lost its slug, and no route finds it.
  add column deleted_at timestamptz;

-- How far the search for conversations that have passed their client's retention has come.
create table retention_passes (
  client_id integer primary key references clients (id),
  -- The last conversation that was looked at; null: the next pass begins.
  behind    uuid,
  next_at   timestamptz not null default now()
);
