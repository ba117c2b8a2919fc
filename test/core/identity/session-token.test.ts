import assert from 'node:assert/strict';
import { hkdfSync } from 'node:crypto';
import { test } from 'node:test';
import { decodeJwt, SignJWT } from 'jose';
import { limits } from '#contract/limits.ts';
import { ParleyError } from '#core/errors.ts';
import { SessionTokens, type TokenKind } from '#core/identity/session-token.ts';
import type { Break } from '#test/break.ts';

const secret = 'a master secret';
const client = { id: 7, slug: 'acme', handoffKid: 'kid-1' };
const origins = { issuer: 'http://localhost:8080', tenantUrl: () => 'http://acme.localhost:8080' };
const tokens = new SessionTokens(secret, origins);
const longest = { handoff: limits.sessionTtlSeconds.max, login: limits.loginSessionSeconds } as const;

for (const kind of ['handoff', 'login'] as const) {
  test(`a ${kind} token of the longest life is valid, and one that lives a second longer is not`, async () => {
    assert.equal(await verdictOn(kind, 0, longest[kind]), 'valid');
    assert.equal(await verdictOn(kind, 0, longest[kind] + 1), 'invalid_session');
    assert.equal(await verdictOn(kind, 0, 10 * 24 * 60 * 60), 'invalid_session');
  });

  test(`a ${kind} token of the future is not valid; clocks may be a minute apart`, async () => {
    assert.equal(await verdictOn(kind, 50, 3_600), 'valid');
    assert.equal(await verdictOn(kind, 75, 3_600), 'invalid_session');
  });
}

test('a subject and an id that are no texts are refused', async () => {
  assert.equal(await verdictOn('handoff', 0, 3_600, { sub: 7 }), 'invalid_session');
  assert.equal(await verdictOn('handoff', 0, 3_600, { jti: 7 }), 'invalid_session');
});

test('a token of the previous master secret is valid while that is configured, and none is signed with it', async () => {
  const present = new SessionTokens('another secret', origins, secret);
  const { token, sessionId } = await tokens.mint(client, 'handoff', 'user-1', 3_600);
  assert.equal((await present.verify(client, 'handoff', token)).sessionId, sessionId);
  await assert.rejects(present.verify(client, 'login', token));
  await assert.rejects(new SessionTokens('another secret', origins).verify(client, 'handoff', token));
  await assert.rejects(present.verify({ ...client, handoffKid: 'kid-2' }, 'handoff', token));
  const { token: renewed } = await present.mint(client, 'handoff', 'user-1', 3_600);
  await assert.rejects(tokens.verify(client, 'handoff', renewed));
});

test('a token has the facts that it was minted with, and they end with its key', async () => {
  const facts = { plan: 'pro', seats: 12, trial: false };
  const { token } = await tokens.mint(client, 'handoff', 'user-1', 3_600, facts);
  assert.deepEqual((await tokens.verify(client, 'handoff', token)).facts, facts);
  const { token: plain } = await tokens.mint(client, 'handoff', 'user-1', 3_600);
  assert.equal((await tokens.verify(client, 'handoff', plain)).facts, null);
  assert.equal('facts' in decodeJwt(plain), false);
  await assert.rejects(tokens.verify({ ...client, handoffKid: 'kid-2' }, 'handoff', token), {
    code: 'session_revoked',
  });
});

test('facts that we would not mint are refused', async () => {
  assert.equal(await verdictOn('handoff', 0, 3_600, { facts: { plan: 'pro' } }), 'valid');
  for (const facts of [
    null,
    [],
    'pro',
    { Plan: 1 },
    { plan: null },
    { plan: { name: 'pro' } },
    bytesOf(2_049),
  ]) {
    assert.equal(await verdictOn('handoff', 0, 3_600, { facts }), 'invalid_session', JSON.stringify(facts));
  }
  assert.equal(await verdictOn('handoff', 0, 3_600, { facts: bytesOf(2_048) }), 'valid');
  assert.equal(await verdictOn('login', 0, 3_600, { facts: { plan: 'pro' } }), 'invalid_session');
});

function bytesOf(bytes: number): object {
  const full = { a: 'x'.repeat(500), b: 'x'.repeat(500), c: 'x'.repeat(500), d: 'x'.repeat(490), e: '' };
  return { ...full, e: 'x'.repeat(bytes - JSON.stringify(full).length) };
}

/** A token signed with our own key, `ahead` seconds from now, that lives for `life` seconds. */
async function verdictOn(
  kind: TokenKind,
  ahead: number,
  life: number,
  claims: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const issuedAt = Math.floor(Date.now() / 1000) + ahead;
  const key = hkdfSync('sha256', secret, '', `parley session ${client.id} ${client.handoffKid}`, 32);
  const token = await new SignJWT({ typ: kind, sub: 'user-1', jti: crypto.randomUUID(), ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: client.handoffKid })
    .setIssuer('http://localhost:8080')
    .setAudience('http://acme.localhost:8080')
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + life)
    .sign(new Uint8Array(key));
  return tokens.verify(client, kind, token).then(
    () => 'valid',
    (error: unknown) => (error instanceof ParleyError ? error.code : Promise.reject(error)),
  );
}

export const breaks: readonly Break[] = [
  {
    rule: 'Facts of a token are read as strictly as they are minted',
    file: 'src/core/identity/session-token.ts',
    replace: 'readFacts(claim, contextLimits.facts.tokenBytes)',
    by: 'readFacts(claim)',
  },
  {
    rule: 'A sign-in has no facts',
    file: 'src/core/identity/session-token.ts',
    replace: "kind === 'handoff' && readFacts",
    by: 'kind !== null && readFacts',
  },
  {
    rule: 'A session that the previous master secret has signed stays valid',
    file: 'src/core/identity/session-token.ts',
    replace: 'previousSecret === null ? null : new SessionTokens(previousSecret, origins)',
    by: 'null',
  },
  {
    rule: 'The subject of a token is a text',
    file: 'src/core/identity/session-token.ts',
    replace: "typeof sub !== 'string'",
    by: 'sub === undefined',
  },
  {
    rule: 'The id of a token is a text',
    file: 'src/core/identity/session-token.ts',
    replace: "typeof jti !== 'string'",
    by: 'jti === undefined',
  },
  {
    rule: 'a token that lives longer than any of ours is refused',
    file: 'src/core/identity/session-token.ts',
    replace: ' && expiresAt - issuedAt <= longestLifeSeconds[kind]',
    by: '',
  },
  {
    rule: 'a token from the future is refused',
    file: 'src/core/identity/session-token.ts',
    replace: 'issuedAt <= now + clockSkewSeconds && ',
    by: 'now > 0 && clockSkewSeconds > 0 && ',
  },
];
