import { hkdfSync } from 'node:crypto';
import { type JWTHeaderParameters, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { testSecret } from './api.ts';
import type { Tenant } from './hosted.ts';

/** The faults of a token; what is not listed is valid. */
export interface TokenFaults {
  readonly header?: Partial<JWTHeaderParameters>;
  readonly claims?: JWTPayload;
  /** The claim that is missing. */
  readonly without?: string;
  readonly secret?: string;
}

/** A token as an attacker who knows the format would forge it. Without a fault it is valid. */
export function forgeToken(tenant: Tenant, { secret = testSecret, ...faults }: TokenFaults = {}) {
  const { id, handoffKid } = tenant.client;
  const key = hkdfSync('sha256', secret, '', `parley session ${id} ${handoffKid}`, 32);
  return new SignJWT(claimsOf(tenant, faults))
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: handoffKid, ...faults.header })
    .sign(new Uint8Array(key));
}

/** The same without a signature. */
export function unsignedToken(tenant: Tenant): string {
  return new UnsecuredJWT(claimsOf(tenant)).encode();
}

function claimsOf(tenant: Tenant, { claims, without }: TokenFaults = {}): JWTPayload {
  const now = Math.floor(Date.now() / 1000);
  const all = {
    typ: 'handoff',
    iss: `http://localhost:${tenant.hosted.api.portOf()}`,
    aud: tenant.url().slice(0, -1),
    sub: 'user-1',
    jti: crypto.randomUUID(),
    iat: now,
    exp: now + 3_600,
    ...claims,
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => name !== without));
}
