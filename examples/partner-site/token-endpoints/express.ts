import express from 'express';
import session from 'express-session';

declare module 'express-session' {
  interface SessionData {
    userId: string;
  }
}

const { PARLEY_URL = '', PARLEY_KEY = '', SESSION_SECRET = '', PORT = '4001' } = process.env;

const app = express();
app.use(
  session({
    secret: SESSION_SECRET,
    resave: false,
    saveUninitialized: false,
    cookie: { sameSite: 'lax', secure: 'auto' },
  }),
);

// Your own sign-in, which checks a password first.
app.post('/sign-in', (request, response, next) => {
  request.session.regenerate((error) => {
    if (error) return next(error);
    request.session.userId = 'anna';
    response.sendStatus(204);
  });
});

app.post('/api/chat-token', async (request, response) => {
  response.set('Cache-Control', 'no-store');
  // From the session only: a name in the request would let a visitor chat as another user.
  const { userId } = request.session;
  if (userId === undefined) return response.sendStatus(401);
  try {
    const minted = await fetch(`${PARLEY_URL}/hosted-session`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${PARLEY_KEY}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ external_user_id: userId, ttl_seconds: 3600 }),
      signal: AbortSignal.timeout(10_000),
    });
    const answer = await minted.text();
    if (!minted.ok) throw new Error(`Parley answered ${minted.status}: ${answer}`);
    const { token, expires_at } = JSON.parse(answer);
    return response.json({ token, expires_at });
  } catch (error) {
    console.error('No chat token:', error);
    return response.sendStatus(502);
  }
});

app.listen(Number(PORT), '127.0.0.1', () => console.log(`The token endpoint listens on ${PORT}`));
