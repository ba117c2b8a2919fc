import { jwtVerify } from 'jose';

export async function POST(request: Request): Promise<Response> {
  const headers = { 'Cache-Control': 'no-store' };
  // From the session only: a name in the request would let a visitor chat as another user.
  const userId = await signedInUser(request);
  if (userId === null) return new Response(null, { status: 401, headers });
  try {
    const minted = await fetch(`${process.env['PARLEY_URL']}/hosted-session`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${process.env['PARLEY_KEY']}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ external_user_id: userId, ttl_seconds: 3600 }),
      cache: 'no-store',
      signal: AbortSignal.timeout(10_000),
    });
    const answer = await minted.text();
    if (!minted.ok) throw new Error(`Parley answered ${minted.status}: ${answer}`);
    const { token, expires_at } = JSON.parse(answer);
    return Response.json({ token, expires_at }, { headers });
  } catch (error) {
    console.error('No chat token:', error);
    return new Response(null, { status: 502, headers });
  }
}

/**
 * The user of your own session, or null. Here the session is a cookie that your sign-in has signed with
 * SESSION_SECRET. With Auth.js or another library, ask that instead.
 */
async function signedInUser(request: Request): Promise<string | null> {
  const cookie = /(?:^|;\s*)session=([\w.-]+)/.exec(request.headers.get('cookie') ?? '')?.[1];
  const secret = process.env['SESSION_SECRET'];
  if (cookie === undefined || !secret) return null;
  try {
    const { payload } = await jwtVerify(cookie, new TextEncoder().encode(secret), { algorithms: ['HS256'] });
    return payload.sub ?? null;
  } catch {
    return null;
  }
}
