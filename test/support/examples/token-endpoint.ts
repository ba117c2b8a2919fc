import assert from 'node:assert/strict';
import { decodeJwt } from 'jose';

export interface TokenEndpoint {
  readonly origin: string;
  /** Signs in anna as the example does, and returns the cookie of her session. */
  readonly signIn: (origin: string) => Promise<string>;
}

/** What every token endpoint of the examples has to do, in whatever language it is written. */
export async function requireTokens({ origin, signIn }: TokenEndpoint): Promise<void> {
  const cookie = await signIn(origin);
  // A browser can write whatever it likes into all three.
  const minted = await askForToken(`${origin}/api/chat-token?external_user_id=bert`, {
    cookie: `other={"a":1}; ${cookie}; user=bert`,
    body: JSON.stringify({ reason: 'boot', external_user_id: 'bert', user: 'bert' }),
  });
  assert.equal(minted.status, 200);
  assert.match(minted.headers.get('content-type') ?? '', /^application\/json/);
  assert.equal(minted.headers.get('cache-control'), 'no-store');
  const { token, ...others }: { readonly token: string; readonly expires_at: string } = JSON.parse(
    minted.text,
  );
  assert.deepEqual(Object.keys(others), ['expires_at']);
  assert.match(decodeJwt(token).sub ?? '', /\banna$/);
  const leftMs = Date.parse(others.expires_at) - Date.now();
  assert.ok(leftMs > 3_000_000 && leftMs <= 3_601_000, others.expires_at);
  for (const forged of ['', 'session=anna', 'session=', `${cookie.slice(0, -3)}xyz`, 'user=anna']) {
    const refused = await askForToken(`${origin}/api/chat-token`, { cookie: forged });
    assert.deepEqual([refused.status, refused.headers.get('cache-control')], [401, 'no-store'], forged);
    assert.doesNotMatch(refused.text, /token/);
  }
}

/** An endpoint whose key is wrong: the page learns that there is no token, and nothing about why. */
export async function requireRefusal({ origin, signIn }: TokenEndpoint, key: string): Promise<void> {
  const failed = await askForToken(`${origin}/api/chat-token`, { cookie: await signIn(origin) });
  assert.deepEqual([failed.status, failed.headers.get('cache-control')], [502, 'no-store']);
  assert.ok(!failed.text.includes(key) && !failed.text.includes('Parley'), failed.text);
}

/** For the endpoints whose example has a sign-in. */
export async function signInByForm(origin: string, path = '/sign-in'): Promise<string> {
  const response = await fetch(`${origin}${path}`, { method: 'POST' });
  const cookie = response.headers.get('set-cookie') ?? '';
  assert.match(cookie, /HttpOnly/);
  assert.match(cookie, /SameSite=Lax/);
  return cookie.split(';', 1)[0] ?? '';
}

async function askForToken(
  url: string,
  { cookie, body = '{"reason":"boot"}' }: { cookie: string; body?: string },
) {
  const headers = { cookie, 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
