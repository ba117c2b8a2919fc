-- Which answers quote which documents: by this their quotes are removed once a document is deleted.
create table cited (
  client_id integer not null,
  conversation_id uuid not null,
  seq integer not null,
  -- The client whose document it is; null: the operator.
  owner integer,
  agent text not null,
  document text collate "C" not null,
  unique nulls not distinct (client_id, conversation_id, seq, owner, document),
  foreign key (client_id, conversation_id) references conversations (client_id, id) on delete cascade
);
create index cited_document on cited (agent, document, owner);

-- Documents that were deleted and may still be quoted.
create table deleted_documents (
  id bigint generated always as identity primary key,
  owner integer,
  agent text not null,
  document text collate "C" not null,
  -- When its quotes were removed; once more a while later, for answers that were being stored then.
  looked_at timestamptz
);

create function document_deleted() returns trigger language plpgsql as $$
begin
  insert into deleted_documents (owner, agent, document)
    select c.owner, c.agent, gone.id from gone join corpora c on c.id = gone.corpus;
  return null;
end $$;
create trigger documents_deleted after delete on documents
  referencing old table as gone for each statement execute function document_deleted();

comment on table cited is 'which answers quote which documents; until the document or the conversation is deleted';
comment on column cited.conversation_id is 'no person';
comment on column cited.agent is 'no person';
comment on column cited.document is 'no person';
comment on table deleted_documents is 'documents that were deleted and may still be quoted; about a minute';
comment on column deleted_documents.agent is 'no person';
comment on column deleted_documents.document is 'no person';
