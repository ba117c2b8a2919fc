-- What answers rest on. Turns that have looked at no document end without any of this.

-- Ends attempts like `finish_attempts`, and stores with them what their answers rest on; p_sources has null where no
-- document was looked at.
create or replace function finish_sourced_attempts(p finish[], p_from integer[], p_first_text integer[],
  p_calls jsonb[], p_sources jsonb[]) returns text[] language plpgsql as $$
declare
  v_results text[];
begin
  v_results := finish_attempts(p, p_from, p_first_text, p_calls);
  perform store_sources(p, v_results, p_sources);
  return v_results;
end $$;

-- For those of p whose result is 'stored', in the transaction that has stored their answers.
create or replace function store_sources(p finish[], p_results text[], p_sources jsonb[]) returns void
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off
set enable_mergejoin = off as $$
begin
  with answered as (
    update messages m set citations = nullif(p_sources[x.ordinality] -> 'citations', 'null'),
        links = nullif(p_sources[x.ordinality] -> 'links', 'null')
      from unnest(p) with ordinality x join turns t on t.client_id = x.client_id and t.id = x.turn_id
      where p_sources[x.ordinality] is not null and p_results[x.ordinality] = 'stored'
        and m.client_id = t.client_id and m.conversation_id = t.conversation_id and m.seq = t.answer_seq
      returning m.client_id, m.conversation_id, m.seq, m.id, m.status, m.citations, t.agent_slug
  )
  -- The time has milliseconds only, because it is a part of a cursor.
  insert into unanswered (client_id, conversation_id, seq, message_id, agent_slug, answered_at)
    select client_id, conversation_id, seq, id, agent_slug, date_trunc('milliseconds', now())
    from answered where status = 'complete' and citations = '[]'
    on conflict do nothing;
end $$;
