/**
 * `RateLimit-Policy` and `RateLimit` of a limit that was reached and is not one of the day.
 * Source: draft-ietf-httpapi-ratelimit-headers.
 */
export function burstFields(name: string, limit: number, windowSeconds: number, retryAfterSeconds: number) {
  return {
    'ratelimit-policy': `"${name}";q=${limit};w=${windowSeconds}`,
    ratelimit: `"${name}";r=0;t=${retryAfterSeconds}`,
  };
}
