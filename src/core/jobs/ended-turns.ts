import {
  type EndedStatus,
  type EndedTurn,
  type EndedTurnList,
  endedStatuses,
  type FinishReason,
  type TurnKind,
} from '#contract/jobs.ts';
import { momentOf } from '../audit/moment.ts';
import { errors } from '../errors.ts';
import { parseModelReference } from '../models/choose-model.ts';
import { type PageQuery, presentPage, readPage } from '../shared/list-page.ts';
import { isUuid } from '../shared/new-id.ts';

/** A turn that has ended, without a word of it. */
export interface EndedTurnRow {
  readonly id: string;
  readonly conversationId: string;
  readonly clientSlug: string;
  readonly userId: string;
  readonly agentSlug: string;
  /** `<provider>/<model>`; null where none was called. */
  readonly model: string | null;
  readonly kind: TurnKind;
  readonly state: EndedStatus;
  readonly finishReason: FinishReason | null;
  readonly errorCode: string | null;
  readonly attempt: number;
  readonly deepDive: boolean;
  readonly priority: boolean;
  readonly refunded: boolean;
  readonly requestId: string | null;
  readonly guidanceVersion: number | null;
  readonly firstTextMs: number | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date;
}

export interface EndedTurnFilter {
  /** Null for all clients. */
  readonly clientSlug: string | null;
  /** A user of that client; null for all of them. */
  readonly userId: string | null;
  readonly statuses: readonly EndedStatus[];
  /** The id of a request, or the uuid of a turn. */
  readonly requestId: string | null;
  readonly since: Date | null;
  readonly until: Date | null;
}

export interface EndedTurnStore {
  /** Newest first: those with a smaller id than `before`. */
  list(filter: EndedTurnFilter, before: string | null, limit: number): Promise<readonly EndedTurnRow[]>;
}

export interface EndedTurnQuery extends PageQuery {
  readonly status?: string;
  readonly request_id?: string;
  readonly since?: string;
  readonly until?: string;
}

export interface EndedTurnReading {
  readonly clientSlug: string | null;
  readonly userId: string | null;
  readonly query: EndedTurnQuery;
}

/** One page of the turns that have ended, newest first. */
export async function readEndedTurns(
  store: EndedTurnStore,
  { clientSlug, userId, query }: EndedTurnReading,
): Promise<EndedTurnList> {
  const filter = {
    clientSlug,
    userId,
    statuses: statusesIn(query.status),
    requestId: query.request_id ?? null,
    since: momentOf(query.since, '?since'),
    until: momentOf(query.until, '?until'),
  };
  const page = await readPage(
    query,
    oneId,
    ({ id }: EndedTurnRow) => [id] as const,
    (after, limit) => store.list(filter, after?.[0] ?? null, limit),
  );
  return presentPage(page, present);
}

function statusesIn(text: string | undefined): readonly EndedStatus[] {
  if (text === undefined) return endedStatuses;
  const names = text.split(',');
  const isKnown = names.every((name) => endedStatuses.some((status) => status === name));
  if (!isKnown) {
    throw errors.invalidField('?status', `must be one or several of ${endedStatuses.join(', ')}`, 'enum');
  }
  return endedStatuses.filter((status) => names.includes(status));
}

function oneId(parts: readonly unknown[]): readonly [string] | null {
  const [id] = parts;
  return parts.length === 1 && typeof id === 'string' && isUuid(id) ? [id] : null;
}

function present(row: EndedTurnRow): EndedTurn {
  const reference = row.model === null ? null : parseModelReference(row.model);
  return {
    job_uuid: row.id,
    conversation_uuid: row.conversationId,
    client: row.clientSlug,
    external_user_id: row.userId,
    agent_slug: row.agentSlug,
    provider: reference?.providerId ?? null,
    model: reference?.model ?? null,
    delivery: row.kind,
    status: row.state,
    finish_reason: row.finishReason,
    error_code: row.errorCode,
    attempt: row.attempt,
    deep_dive: row.deepDive,
    priority: row.priority,
    refunded: row.refunded,
    request_id: row.requestId,
    guidance_version: row.guidanceVersion,
    first_text_ms: row.firstTextMs,
    created_at: row.createdAt.toISOString(),
    started_at: row.startedAt?.toISOString() ?? null,
    finished_at: row.finishedAt.toISOString(),
  };
}
