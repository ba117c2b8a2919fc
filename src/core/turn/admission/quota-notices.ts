import type { QuotaLevel } from '#contract/events/event-log.ts';
import { type QuotaDimension, type QuotaScope, quotaDimensions } from '#contract/quota.ts';
import type { NewEvent } from '../../events/event.ts';
import { nextDay } from '../../usage/usage.ts';
import type { AdmissionFacts, ClientFacts } from './admission-facts.ts';
import type { TurnToStore } from './turn-to-store.ts';

/** A daily limit that is nearly used up, or used up. It is announced once. */
export interface QuotaNotice {
  readonly clientId: number;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly scope: QuotaScope;
  /** Null: the limit is the client's own. */
  readonly userId: string | null;
  readonly dimension: QuotaDimension;
  readonly level: QuotaLevel;
  readonly limit: number;
  readonly used: number;
}

/** Per cent of a limit at which it counts as nearly used up. */
const warningPercent = 80;

/** Where the admitted turns have brought the clients that use events. Most of it may have been announced before. */
export function quotaNotices(
  facts: Pick<AdmissionFacts, 'clients'>,
  turns: readonly TurnToStore[],
): readonly QuotaNotice[] {
  const notices = new Map<string, QuotaNotice>();
  for (const turn of turns) {
    const client = facts.clients.get(turn.request.owner.clientId);
    if (client === undefined || !client.usesEvents) continue;
    for (const notice of noticesOf(turn, client)) {
      const name = noticeName(notice);
      if (!notices.has(name)) notices.set(name, notice);
    }
  }
  return [...notices.values()];
}

/** Distinguishes what is announced once. */
export function noticeName({ clientId, day, userId, dimension, level }: QuotaNotice): string {
  return `${clientId} ${day} ${dimension} ${level} ${userId ?? ''}`;
}

export function quotaEvent(notice: QuotaNotice): NewEvent {
  const { clientId, userId, level, scope, dimension, limit, used, day } = notice;
  const data = { scope, external_user_id: userId, dimension, limit, used, reset_at: nextDay(day) };
  return { clientId, type: `quota.${level}`, userId, data };
}

function noticesOf({ request, charge, usage }: TurnToStore, client: ClientFacts): readonly QuotaNotice[] {
  const { clientId, userId } = request.owner;
  const { day } = usage;
  const ofClient = { clientId, day, scope: 'client', userId: null, dimension: 'requests' } as const;
  const counted = quotaDimensions.filter((dimension) => charge[dimension] > 0);
  return [
    ...levelsOf(client.dailyLimit, usage.clientRequests).map((level) => ({ ...ofClient, ...level })),
    ...counted.flatMap((dimension) =>
      levelsOf(client.userLimits[dimension], usage.user[dimension]).map(
        (level) => ({ clientId, day, scope: 'user', userId, dimension, ...level }) as const,
      ),
    ),
  ];
}

function levelsOf(limit: number | null, used: number) {
  if (limit === null) return [];
  const levels: readonly QuotaLevel[] = [
    ...(used * 100 >= limit * warningPercent ? (['warning'] as const) : []),
    ...(used >= limit ? (['reached'] as const) : []),
  ];
  return levels.map((level) => ({ level, limit, used }));
}
