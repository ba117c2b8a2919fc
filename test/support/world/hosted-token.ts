import { hkdfSync } from 'node:crypto';
import { type JWTHeaderParameters, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { testSecret } from './api.ts';
import type { Tenant } from './hosted.ts';

/** What is wrong with a token; what is not said is right. */
export interface TokenFaults {
  readonly header?: Partial<JWTHeaderParameters>;
  readonly claims?: JWTPayload;
  /** The claim that is missing. */
  readonly without?: string;
  readonly secret?: string;
}

/** A token as somebody would forge it who knows how they are made. With no fault it is a good one. */
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
