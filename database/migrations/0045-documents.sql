-- Documents from which questions to an agent are answered: those of a client, and the operator's, which every client of
-- the agent may use. The tables below are keyed by corpus, all documents of one owner with an agent, so that finding
-- something in one never reads a row of another.

create table corpora (
  id integer generated always as identity primary key,
  -- Null: the operator's.
  owner integer references clients (id),
  agent text not null references agents (slug),
  documents integer not null default 0,
  chunks integer not null default 0,
  -- The lexemes of all chunks, as often as they occur.
  length bigint not null default 0,
  -- The text and the headings of all chunks.
  bytes bigint not null default 0,
  -- Raised by every change of a document.
  revision bigint not null default 0,
  -- Ids of chunks are never used again: a reader that has found a chunk may look for its text a moment later.
  next_chunk integer not null default 1,
  languages text[] not null default '{}',
  unique nulls not distinct (owner, agent)
) with (fillfactor = 70);
create index corpora_agent on corpora (agent);

create table documents (
  corpus integer not null references corpora (id),
  id text collate "C" not null,
  title text not null,
  url text,
  -- The text search configuration that made its lexemes.
  language text not null,
  -- The facts that a turn needs to use it, as {"name": [values]}; null: every turn may.
  requires jsonb,
  bytes integer not null,
  chunks integer not null,
  sha256 bytea not null,
  -- The hash of the body with its media type and settings: a request that repeats them changes nothing.
  sent_hash bytea not null,
  -- The major version of the server that made its lexemes.
  server_version smallint not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (corpus, id)
);

create table chunks (
  corpus integer not null,
  id integer not null,
  document text collate "C" not null,
  -- Its place in the document, from 0 on.
  n integer not null,
  heading text not null,
  body text not null,
  -- Each one once: by these its postings are found when it is deleted.
  lexemes text[] not null,
  -- All of its lexemes, as often as they occur.
  length integer not null,
  primary key (corpus, id)
);
create index chunks_document on chunks (corpus, document);

-- How often a lexeme occurs in a chunk, and the length of that chunk: scores are computed from the index alone, which
-- needs pages that vacuum has seen.
create table postings (
  corpus integer not null,
  lexeme text collate "C" not null,
  chunk integer not null,
  tf smallint not null,
  length smallint not null,
  primary key (corpus, lexeme, chunk) include (tf, length)
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);

-- How many chunks of a corpus contain a lexeme.
create table lexemes (
  corpus integer not null,
  lexeme text collate "C" not null,
  df integer not null,
  primary key (corpus, lexeme)
) with (fillfactor = 70);

-- The most text of documents that a client may have, in bytes; null: no limit.
alter table clients add column knowledge_bytes integer default 52428800 check (knowledge_bytes >= 0);

comment on table corpora is 'how much the documents of a client, or of the operator, for an agent are; until the client or the agent is deleted';
comment on column corpora.agent is 'no person';
comment on column corpora.languages is 'no person';
comment on table documents is 'documents from which questions are answered, which are the partner''s or the operator''s and no end user''s; until they or their client are deleted';
comment on column documents.id is 'no person';
comment on column documents.title is 'no person';
comment on column documents.url is 'no person';
comment on column documents.language is 'no person';
comment on column documents.requires is 'no person';
comment on column documents.sha256 is 'no person';
comment on column documents.sent_hash is 'no person';
comment on table chunks is 'the text of these documents in parts; until the document is deleted';
comment on column chunks.document is 'no person';
comment on column chunks.heading is 'no person';
comment on column chunks.body is 'no person';
comment on column chunks.lexemes is 'no person';
comment on table postings is 'which lexemes occur in which part of a document; until the document is deleted';
comment on column postings.lexeme is 'no person';
comment on table lexemes is 'in how many parts of documents a lexeme occurs; until no document contains it';
comment on column lexemes.lexeme is 'no person';
