import type { FeedbackList, RatedAnswer } from '#contract/people/feedback.ts';
import type { Rating } from '#contract/resources.ts';
import type { TenantStore } from '../administration/tenant-store.ts';
import { type Actor, actorName } from '../audit/actor.ts';
import { momentOf } from '../audit/moment.ts';
import type { Client } from '../clients/client.ts';
import { partnerErrors } from '../partner-errors.ts';
import { type PageQuery, pageFrom, placeIn, presentPage } from '../shared/list-page.ts';
import { type TimePlace, timeAndId } from './time-place.ts';

/** A rated answer as it is stored. */
export interface RatedAnswerRow {
  readonly id: string;
  readonly rating: Rating;
  readonly comment: string | null;
  readonly conversationId: string;
  readonly messageId: string;
  readonly userId: string;
  readonly agentSlug: string;
  readonly guidanceVersion: number | null;
  readonly question: string | null;
  readonly answer: string;
  readonly ratedAt: Date;
}

export interface RatingFilter {
  readonly rating: Rating | null;
  readonly agentSlug: string | null;
  readonly since: Date | null;
  /** Ratings before this moment. */
  readonly until: Date | null;
}

export interface RatingStore {
  /**
   * Newest first, those after `after`; fewer than `limit` where their texts have too many bytes. Null while the tenant
   * keeps its conversations private.
   */
  list(
    clientId: number,
    filter: RatingFilter,
    after: TimePlace | null,
    limit: number,
  ): Promise<RatedPage | null>;
}

export interface RatedPage {
  readonly rows: readonly RatedAnswerRow[];
  readonly hasMore: boolean;
}

export interface RatingQuery extends PageQuery {
  readonly rating?: Rating;
  readonly agent_slug?: string;
  readonly since?: string;
  readonly until?: string;
}

export interface RatingServices {
  readonly ratings: RatingStore;
  readonly tenants: TenantStore;
}

/** One page of rated answers. Nothing is answered before the audit log says who has read it. */
export async function readRatings(
  { ratings, tenants }: RatingServices,
  actor: Actor,
  { id: clientId, slug }: Pick<Client, 'id' | 'slug'>,
  query: RatingQuery,
): Promise<FeedbackList> {
  const filter = {
    rating: query.rating ?? null,
    agentSlug: query.agent_slug ?? null,
    since: momentOf(query.since, '?since'),
    until: momentOf(query.until, '?until'),
  };
  const { after, limit } = placeIn(query, timeAndId);
  const found = await ratings.list(clientId, filter, after, limit);
  if (found === null) throw partnerErrors.conversationsPrivate();
  const entry = { clientId, actor: actorName(actor), action: 'feedback.read', subject: slug } as const;
  await tenants.change(actor, ({ audit }) =>
    audit.append({ ...entry, before: null, after: { answers: found.rows.length } }),
  );
  return presentPage(
    pageFrom(found.rows, found.hasMore, ({ ratedAt, id }) => [ratedAt.getTime(), id] as const),
    present,
  );
}

function present(row: RatedAnswerRow): RatedAnswer {
  return {
    feedback_uuid: row.id,
    rating: row.rating,
    comment: row.comment,
    conversation_uuid: row.conversationId,
    message_uuid: row.messageId,
    external_user_id: row.userId,
    agent_slug: row.agentSlug,
    guidance_version: row.guidanceVersion,
    question: row.question,
    answer: row.answer,
    created_at: row.ratedAt.toISOString(),
  };
}
