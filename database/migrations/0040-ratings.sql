-- Whether the tenant keeps its conversations from its own key and administrators, too. A turn locks its client before
-- its messages, so this comes first: turns of an earlier version go on meanwhile.
alter table clients add column conversations_private boolean not null default false;

-- Ratings by their time, for those who read what people thought of the answers. An index of messages in this order would
-- cost every question something; a rating is one in a hundred of them.
create table ratings (
  client_id integer not null,
  conversation_id uuid not null,
  seq integer not null,
  id uuid not null,
  agent_slug text not null,
  rating text not null check (rating in ('up', 'down')),
  rated_at timestamptz not null,
  primary key (client_id, conversation_id, seq),
  foreign key (client_id, conversation_id) references conversations (client_id, id) on delete cascade
);
-- What a list is narrowed to stands in the index, too: rows that it does not show are not read.
create index ratings_newest on ratings (client_id, rated_at, id, rating, agent_slug);

-- A process of an earlier version rates messages and knows of no other table. The time has milliseconds only, because
-- it is a part of a cursor.
create function message_rated() returns trigger language plpgsql as $$
begin
  if new.rating is null then
    delete from ratings r
      where r.client_id = new.client_id and r.conversation_id = new.conversation_id and r.seq = new.seq;
    return null;
  end if;
  insert into ratings (client_id, conversation_id, seq, id, agent_slug, rating, rated_at)
    select c.client_id, c.id, new.seq, gen_random_uuid(), c.agent_slug, new.rating,
      date_trunc('milliseconds', now())
    from conversations c where c.client_id = new.client_id and c.id = new.conversation_id
    on conflict (client_id, conversation_id, seq)
      do update set rating = excluded.rating, rated_at = excluded.rated_at;
  return null;
end $$;
create trigger messages_rated after update of rating, comment on messages
  for each row execute function message_rated();

comment on table ratings is
  'which answers were rated, and when; until the rating is withdrawn, or the conversation is deleted';
comment on column ratings.conversation_id is 'no person';
comment on column ratings.id is 'no person';
comment on column ratings.agent_slug is 'no person';
comment on column ratings.rating is 'person';
