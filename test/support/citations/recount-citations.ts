import type { Queryable } from '#adapters/postgres/database/database.ts';

/**
 * What answers rest on, compared with the tables that find them: one line for each difference, empty when all is right.
 * Quotes of deleted documents are right as long as their removal is due.
 */
export async function recountCitations(database: Queryable): Promise<readonly string[]> {
  const rows = await database.query<{ wrong: string }>(recountSql);
  return rows.map(({ wrong }) => wrong);
}

/** How many answers quote a document that does not exist. */
export async function staleQuotes(database: Queryable): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `with ${quotedSql} select count(*)::int from quoted q where not ${existsSql}`,
  );
  return row?.count ?? 0;
}

const quotedSql = `quoted as materialized (
    select distinct m.client_id, m.conversation_id, m.seq, e ->> 'document_id' as document, t.agent_slug as agent,
      case when e ->> 'source' = 'client' then m.client_id end as owner
    from messages m join turns t on t.client_id = m.client_id and t.id = m.turn_id
      cross join lateral jsonb_array_elements(m.citations) e
    where e ? 'quote')`;

const existsSql = `exists (select from corpora c join documents d on d.corpus = c.id and d.id = q.document
    where c.agent = q.agent and c.owner is not distinct from q.owner)`;

const recountSql = `
  with ${quotedSql},
  noted as (select client_id, conversation_id, seq, document, agent, owner from cited)
  select 'quotes that nothing finds: ' || count(*) as wrong
  from (select * from quoted except select * from noted) x having count(*) > 0
  union all select 'places without a quote: ' || count(*)
  from (select * from noted except select * from quoted) x having count(*) > 0
  union all select 'quotes of deleted documents that nothing will remove: ' || count(*)
  from quoted q where not ${existsSql} and not exists (select from deleted_documents g
    where g.agent = q.agent and g.document = q.document and g.owner is not distinct from q.owner) having count(*) > 0
  union all select 'questions that are unanswered and not listed, or the reverse: ' || count(*)
  from messages m full join unanswered u
    on u.client_id = m.client_id and u.conversation_id = m.conversation_id and u.seq = m.seq
  where (u.seq is not null) is distinct from ((m.citations = '[]' and m.status = 'complete') is true)
  having count(*) > 0`;
