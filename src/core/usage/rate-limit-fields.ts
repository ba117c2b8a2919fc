import type { rateHeaders } from '#contract/headers.ts';
import { dayPolicy, quotaDimensions } from '#contract/quota.ts';
import type { Caller } from '../identity/caller.ts';
import { secondsToReset, type UsageCounts } from './usage.ts';

type RateLimitFields = { readonly [H in Lowercase<(typeof rateHeaders)[number]>]?: string };

const daySeconds = 86_400;

/**
 * `RateLimit-Policy` and `RateLimit` for the daily limits of a client and one of its users; on hosted routes those of
 * the user only. Source: draft-ietf-httpapi-ratelimit-headers. Unlimited dimensions have no policy.
 */
export function rateLimitFields({ kind, client }: Caller, counts: UsageCounts): RateLimitFields {
  const { userLimits } = client;
  const dailyLimit = kind === 'api' ? client.dailyLimit : null;
  return fieldsOf(
    [
      { name: dayPolicy('client', 'requests'), limit: dailyLimit, used: counts.clientRequests },
      ...quotaDimensions.map((name) => ({
        name: dayPolicy('user', name),
        limit: userLimits[name],
        used: counts.user[name],
      })),
    ],
    secondsToReset(counts),
  );
}

interface Policy {
  readonly name: string;
  readonly limit: number | null;
  readonly used: number;
}

function fieldsOf(policies: readonly Policy[], seconds: number): RateLimitFields {
  const limited = policies.filter((policy) => policy.limit !== null);
  if (limited.length === 0) return {};
  const left = ({ limit, used }: Policy) => Math.max(0, (limit ?? 0) - used);
  return {
    'ratelimit-policy': limited.map((p) => `"${p.name}";q=${p.limit};w=${daySeconds}`).join(', '),
    ratelimit: limited.map((p) => `"${p.name}";r=${left(p)};t=${seconds}`).join(', '),
  };
}
