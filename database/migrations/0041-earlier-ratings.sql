-- The ratings of before, which have no time of their own: that of the answer takes its place. The conversations are kept
-- from being deleted meanwhile, and what is rated at the same moment stays as it is.
insert into ratings (client_id, conversation_id, seq, id, agent_slug, rating, rated_at)
  select m.client_id, m.conversation_id, m.seq, gen_random_uuid(), c.agent_slug, m.rating,
    date_trunc('milliseconds', m.created_at)
  from messages m join conversations c on c.client_id = m.client_id and c.id = m.conversation_id
  where m.rating is not null
  for key share of c
on conflict (client_id, conversation_id, seq) do nothing;
