-- What a question came with: facts about its user, and the page that the user had open. Null for every other turn.
alter table turns add column facts jsonb, add column page jsonb;
comment on column turns.facts is 'person';
comment on column turns.page is 'person';
comment on table turns is 'who asked, when, and how it ended, without text, and the facts and the page that came with '
  'the question; until the client is deleted, facts and page as long as the conversation';

-- By which the turns of a conversation with something of it are found. The others have no entry.
create index turns_with_context on turns (client_id, conversation_id) where facts is not null or page is not null;

-- Facts and page go with the conversation, whatever deletes it: its user, its age, an erasure, or one of these in a
-- process of the previous release, which does not know of them.
create function forget_context() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  update turns t set facts = null, page = null from gone
    where t.client_id = gone.client_id and t.conversation_id = gone.id and (t.facts is not null or t.page is not null);
  return null;
end $$;
create trigger conversations_deleted after delete on conversations
  referencing old table as gone for each statement execute function forget_context();
