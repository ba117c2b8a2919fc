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
      returning m.client_id, m.conversation_id, m.seq, m.id, m.status, m.citations, t.agent_slug,
        coalesce(t.started_at, t.created_at) as began_at
  ), unanswered_now as (
    -- The time has milliseconds only, because it is a part of a cursor.
    insert into unanswered (client_id, conversation_id, seq, message_id, agent_slug, answered_at)
      select client_id, conversation_id, seq, id, agent_slug, date_trunc('milliseconds', now())
      from answered where status = 'complete' and citations = '[]'
      on conflict do nothing
  ), quoted as (
    select distinct a.client_id, a.conversation_id, a.seq, a.agent_slug as agent, e ->> 'document_id' as document, a.began_at,
        case when e ->> 'source' = 'client' then a.client_id end as owner
      from answered a cross join lateral jsonb_array_elements(a.citations) e
  ), cited_now as (
    insert into cited (client_id, conversation_id, seq, owner, agent, document)
      select client_id, conversation_id, seq, owner, agent, document from quoted
      on conflict do nothing
  )
  -- Deleted while the turn ran, whether or not another one was stored under the id since.
  insert into deleted_documents (owner, agent, document)
    select distinct q.owner, q.agent, q.document from quoted q
    where not exists (select from corpora c join documents d on d.corpus = c.id and d.id = q.document
      where c.agent = q.agent and c.owner is not distinct from q.owner and d.created_at <= q.began_at);
end $$;

-- Citations without the quotes of a document that was deleted.
create or replace function without_quotes(p_citations jsonb, p_source text, p_document text) returns jsonb
language sql immutable as $$
  select coalesce(jsonb_agg(case when e ->> 'document_id' = p_document and e ->> 'source' = p_source
      then jsonb_build_object('n', e -> 'n', 'document_id', e -> 'document_id', 'title', e -> 'title', 'deleted', true)
      else e end order by nth), p_citations)
    from jsonb_array_elements(p_citations) with ordinality x(e, nth)
$$;

-- Removes the quotes of one deleted document from p_count answers at most. False when no document is due. Each is looked
-- at twice: an answer that was being stored when its document was deleted is found the second time.
create or replace function forget_quotes(p_count integer) returns boolean language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off
set enable_mergejoin = off as $$
declare
  v_gone          deleted_documents;
  v_clients       integer[];
  v_conversations uuid[];
  v_seqs          integer[];
begin
  select * into v_gone from deleted_documents
    where looked_at is null or looked_at < now() - interval '20 seconds'
    order by id limit 1 for update skip locked;
  if not found then return false; end if;
  select array_agg(client_id), array_agg(conversation_id), array_agg(seq)
    into v_clients, v_conversations, v_seqs
    from (select c.client_id, c.conversation_id, c.seq from cited c
      where c.agent = v_gone.agent and c.document = v_gone.document and c.owner is not distinct from v_gone.owner
        -- Turns that began after a document was stored under this id again quote that one.
        and not exists (select from corpora k join documents d on d.corpus = k.id and d.id = c.document
          join messages m on m.client_id = c.client_id and m.conversation_id = c.conversation_id and m.seq = c.seq
          join turns t on t.client_id = m.client_id and t.id = m.turn_id and t.started_at > d.created_at
          where k.agent = c.agent and k.owner is not distinct from c.owner)
      limit p_count) c;
  -- A deletion locks conversations before messages, too.
  perform 1 from conversations v
    where (v.client_id, v.id) in (select * from unnest(v_clients, v_conversations))
    order by v.client_id, v.id for no key update;
  update conversations v set revision = v.revision + 1
    where (v.client_id, v.id) in (select * from unnest(v_clients, v_conversations));
  update messages m set citations = without_quotes(m.citations,
      case when v_gone.owner is null then 'operator' else 'client' end, v_gone.document)
    from unnest(v_clients, v_conversations, v_seqs) x(client_id, conversation_id, seq)
    where m.client_id = x.client_id and m.conversation_id = x.conversation_id and m.seq = x.seq;
  delete from cited c using unnest(v_clients, v_conversations, v_seqs) x(client_id, conversation_id, seq)
    where c.client_id = x.client_id and c.conversation_id = x.conversation_id and c.seq = x.seq
      and c.document = v_gone.document and c.owner is not distinct from v_gone.owner;
  if cardinality(v_seqs) = p_count then return true; end if;
  if v_gone.looked_at is null then
    update deleted_documents set looked_at = now() where id = v_gone.id;
  else
    delete from deleted_documents where id = v_gone.id;
  end if;
  return true;
end $$;
