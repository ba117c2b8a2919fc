import type { Admission } from '#core/turn/admission/admission.ts';
import { conversationName, userName } from '#core/turn/admission/admission-names.ts';
import type { FactQuery, GatheredFacts } from './gathered-facts.ts';

interface RunningRow {
  readonly client_id: number;
  /** Null: of the whole client. */
  readonly user_id: string | null;
  /** Null: of the whole user. */
  readonly conversation_id: string | null;
  readonly count: number;
}

/** Counts what runs of clients with a limit: in all, of the users who ask, and in the conversations that they ask for. */
export function readRunning(streams: readonly Admission[], facts: GatheredFacts): FactQuery {
  return {
    text: `with running as materialized (
        select distinct t.client_id, t.external_user_id as user_id, t.conversation_id from turns t
        where t.client_id = any ($1::integer[])
          and (t.state = 'running' or (t.state = 'queued' and t.process_id is not null))
      )
      select client_id, null as user_id, null::uuid as conversation_id, count(*)::integer as count
        from running group by client_id
      union all
      select client_id, user_id, null, count(*)::integer
        from running where user_id = any ($2::text[]) group by client_id, user_id
      union all
      select client_id, user_id, conversation_id, 1 from running where conversation_id = any ($3::uuid[])`,
    values: [
      [...new Set(streams.map(({ owner }) => owner.clientId))],
      [...new Set(streams.map(({ owner }) => owner.userId))],
      streams.flatMap(({ conversationId }) => conversationId ?? []),
    ],
    take(rows: RunningRow[]) {
      const { ofClients, ofUsers, conversations } = facts.running;
      for (const { client_id, user_id, conversation_id, count } of rows) {
        if (user_id === null) ofClients.set(client_id, count);
        else if (conversation_id === null) ofUsers.set(userName(client_id, user_id), count);
        else conversations.add(conversationName(client_id, conversation_id));
      }
    },
  };
}
