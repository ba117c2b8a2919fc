import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { mock, test } from 'node:test';
import { Database } from '#adapters/postgres/database/database.ts';
import { brandCaller } from '#core/identity/caller.ts';
import { type OpenSession, openSessionOf } from '#core/identity/ended-access.ts';
import { AccessWatch } from '#http/session/access-watch.ts';
import type { Break } from '#test/break.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import { createClient } from '#test/world/factories.ts';

test('access is watched for open answers only, and not for one that closed before', async () => {
  await using stored = await createTestDatabase();
  await using database = new Database({ connectionString: stored.url, connections: 1 });
  const client = await createClient(database);
  const rest = { admin: false, sessionId: 's', hostedUserId: null, expiresAt: new Date(), facts: null };
  const visitor = brandCaller({ kind: 'hosted', client, userId: 'anna', ...rest });
  assert.ok(visitor.kind === 'hosted');
  mock.timers.enable({ apis: ['setTimeout'] });
  const asked: number[] = [];
  const findEnded = async (sessions: readonly OpenSession[]) => {
    asked.push(sessions.length);
    return [];
  };
  await using watch = new AccessWatch<OpenSession>({ findEnded }, (error) => assert.fail(String(error)));
  const [early, late, open] = [responseOf(), responseOf(), responseOf()];
  early.destroy();
  for (const response of [early, late, open]) watch.watch(response, openSessionOf(visitor));
  late.emit('close');
  mock.timers.tick(2_000);
  mock.timers.reset();
  assert.deepEqual(asked, [1]);
});

test('what has ended is cut where something is read or an answer has begun, and a change is answered first', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const findEnded = async (accesses: readonly string[]) => accesses.map((_, place) => place);
  await using watch = new AccessWatch<string>({ findEnded }, (error) => assert.fail(String(error)));
  const [reading, changing, streaming] = [responseOf('GET'), responseOf('PATCH'), responseOf('POST')];
  streaming.flushHeaders();
  for (const response of [reading, changing, streaming]) watch.watch(response, 'ended');
  mock.timers.tick(2_000);
  mock.timers.reset();
  await watch[Symbol.asyncDispose]();
  assert.deepEqual(
    [reading, changing, streaming].map(({ destroyed }) => destroyed),
    [true, false, true],
  );
});

function responseOf(method = 'GET'): ServerResponse {
  const request = new IncomingMessage(new Socket());
  request.method = method;
  return new ServerResponse(request);
}

export const breaks: readonly Break[] = [
  {
    rule: 'a change whose session ends meanwhile is answered, not cut',
    file: 'src/http/session/access-watch.ts',
    replace: "headersSent || req.method === 'GET'",
    by: 'true',
  },
  {
    rule: 'an answer that has begun is cut when its session ends',
    file: 'src/http/session/access-watch.ts',
    replace: "headersSent || req.method === 'GET'",
    by: "req.method === 'GET'",
  },
  {
    rule: 'access is not watched for an answer that has closed',
    file: 'src/http/session/access-watch.ts',
    replace: 'if (response.destroyed) return;',
    by: '',
  },
];
