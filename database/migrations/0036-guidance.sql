-- What a client adds to the instructions of an agent: a draft, and numbered versions of which one is published.

create table guidance (
  client_id integer not null references clients (id) on delete cascade,
  agent_slug text not null references agents (slug) on delete cascade,
  draft text,
  draft_at timestamptz,
  draft_by text,
  version integer,
  published_at timestamptz,
  published_by text,
  primary key (client_id, agent_slug)
);
create table guidance_versions (
  client_id integer not null,
  agent_slug text not null,
  version integer not null,
  text text not null,
  published_at timestamptz not null default now(),
  published_by text not null,
  primary key (client_id, agent_slug, version),
  foreign key (client_id, agent_slug) references guidance on delete cascade
);

-- The version that the prompt of the turn had; 0 is the draft, null none.
alter table turns add column guidance_version integer;

comment on table guidance is
  'what a client adds to the instructions of an agent, and who wrote it; until the agent or the client is deleted';
comment on column guidance.agent_slug is 'no person';
comment on column guidance.draft is 'no person';
comment on column guidance.draft_by is 'person';
comment on column guidance.published_by is 'person';
comment on table guidance_versions is
  'every version of these additions, and who published it; until the agent or the client is deleted';
comment on column guidance_versions.agent_slug is 'no person';
comment on column guidance_versions.text is 'no person';
comment on column guidance_versions.published_by is 'person';
