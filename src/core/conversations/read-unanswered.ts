import type { UnansweredList, UnansweredQuestion } from '#contract/people/feedback.ts';
import type { TenantStore } from '../administration/tenant-store.ts';
import { type Actor, actorName } from '../audit/actor.ts';
import type { Client } from '../clients/client.ts';
import { requireAgent } from '../identity/agents.ts';
import { partnerErrors } from '../partner-errors.ts';
import { type PageQuery, pageFrom, placeIn, presentPage } from '../shared/list-page.ts';
import { type TimePlace, timeAndId } from './time-place.ts';

export interface UnansweredRow {
  readonly conversationId: string;
  readonly messageId: string;
  readonly userId: string;
  readonly question: string | null;
  readonly answer: string;
  readonly answeredAt: Date;
}

export interface UnansweredPage {
  readonly rows: readonly UnansweredRow[];
  readonly hasMore: boolean;
}

export interface UnansweredStore {
  /**
   * Newest first, those after `after`; fewer than `limit` where their texts have too many bytes. Null while the tenant
   * keeps its conversations private.
   */
  list(
    clientId: number,
    agentSlug: string,
    after: TimePlace | null,
    limit: number,
  ): Promise<UnansweredPage | null>;
}

export interface UnansweredServices {
  readonly unanswered: UnansweredStore;
  readonly tenants: TenantStore;
}

/** One page of questions whose answers cite nothing. Nothing is answered before the audit log says who has read it. */
export async function readUnanswered(
  { unanswered, tenants }: UnansweredServices,
  actor: Actor,
  client: Client,
  agent: string,
  query: PageQuery,
): Promise<UnansweredList> {
  const { slug } = requireAgent(client, agent);
  const { after, limit } = placeIn(query, timeAndId);
  const found = await unanswered.list(client.id, slug, after, limit);
  if (found === null) throw partnerErrors.conversationsPrivate();
  const entry = {
    clientId: client.id,
    actor: actorName(actor),
    action: 'unanswered.read',
    subject: slug,
  } as const;
  await tenants.change(actor, ({ audit }) =>
    audit.append({ ...entry, before: null, after: { answers: found.rows.length } }),
  );
  return presentPage(
    pageFrom(
      found.rows,
      found.hasMore,
      ({ answeredAt, messageId }) => [answeredAt.getTime(), messageId] as const,
    ),
    present,
  );
}

function present(row: UnansweredRow): UnansweredQuestion {
  return {
    conversation_uuid: row.conversationId,
    message_uuid: row.messageId,
    external_user_id: row.userId,
    question: row.question,
    answer: row.answer,
    created_at: row.answeredAt.toISOString(),
  };
}
