import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { problemOf } from '#test/reading/answered.ts';
import { settledHealth } from '#test/reading/settled-health.ts';
import { until } from '#test/reading/until.ts';
import { type Api, testSecret } from '#test/world/api.ts';
import type { Partner } from '#test/world/partner.ts';
import { runCommand } from '#test/world/process.ts';
import { shareApi } from '#test/world/shared-service.ts';

const processes = [0, 1];

describe('Two keys of a client', () => {
  let api: Api;
  before(async () => {
    api = await shareApi(2);
  });

  async function rotate(partner: Partner, ...words: string[]): Promise<Record<string, unknown>> {
    const env = { DATABASE_URL: api.databaseUrl, PARLEY_SECRET: testSecret };
    const command = ['client', 'rotate-key', partner.client.slug, ...words, '--json'];
    const { code, stdout, stderr } = await runCommand(command, { env });
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout);
  }

  /** As the partner with the key that a rotation printed; the partner itself keeps its first one. */
  const withKey = (key: unknown) => ({ headers: { authorization: `Bearer ${key}` } });

  /** A turn, a job and reads, at both processes: cached and current copies of the client. */
  async function serves(partner: Partner, more: { headers?: Record<string, string> }): Promise<void> {
    for (const process of processes) {
      assert.equal((await partner.send({}, { process, ...more })).status, 200);
      const body = { prompt: 'Hello', context: { external_user_id: 'u' } };
      assert.equal((await partner.post('/jobs', body, { process, ...more })).status, 202);
      for (const path of ['/usage?external_user_id=u', '/providers']) {
        assert.equal((await partner.get(path, { process, ...more })).status, 200, path);
      }
      const health = await settledHealth(() => partner.get('/health', { process, ...more }));
      assert.equal(health.status, 200);
    }
  }

  async function isRefused(partner: Partner, more: { headers?: Record<string, string> }): Promise<void> {
    for (const process of processes) {
      problemOf(await partner.send({}, { process, ...more }), 'invalid_api_key');
      problemOf(await partner.get('/usage?external_user_id=u', { process, ...more }), 'invalid_api_key');
    }
  }

  test('both serve on every path while the overlap lasts, and the next rotation without one ends them both', async () => {
    const partner = await api.partner();
    await serves(partner, {});
    const { api_key, client } = await rotate(partner, '--overlap', '24h');
    const until = Date.parse(String(Object(client).previous_key_until));
    assert.ok(Math.abs(until - Date.now() - 86_400_000) < 60_000, new Date(until).toISOString());
    await serves(partner, {});
    await serves(partner, withKey(api_key));
    const next = await rotate(partner);
    assert.equal(Object(next['client']).previous_key_until, null);
    await isRefused(partner, {});
    await isRefused(partner, withKey(api_key));
    await serves(partner, withKey(next['api_key']));
  });

  test('are two at the most: a second overlap ends the key before the last', async () => {
    const partner = await api.partner();
    const second = await rotate(partner, '--overlap', '1h');
    const third = await rotate(partner, '--overlap', '1h');
    await isRefused(partner, {});
    await serves(partner, withKey(second['api_key']));
    await serves(partner, withKey(third['api_key']));
  });

  test('are one as soon as the overlap is over, also where a process remembers the client', async () => {
    const partner = await api.partner();
    await rotate(partner, '--overlap', '3s');
    // Sends make each process cache the client, so that the copy has to expire.
    await until(async () => {
      const answers = await Promise.all(processes.map((process) => partner.send({}, { process })));
      return answers.every(({ status }) => status === 401);
    });
    await isRefused(partner, {});
  });

  test('are both nothing to a client that is revoked', async () => {
    const partner = await api.partner();
    const { api_key } = await rotate(partner, '--overlap', '1h');
    await partner.change({ enabled: false });
    for (const more of [{}, withKey(api_key)]) {
      for (const process of processes) {
        problemOf(await partner.send({}, { process, ...more }), 'client_disabled');
      }
    }
  });

  test('are one when a process that knows of no overlaps replaces the key', async () => {
    const partner = await api.partner();
    await rotate(partner, '--overlap', '1h');
    await serves(partner, {});
    await partner.change({ key_hash: Buffer.alloc(32, 7) });
    await isRefused(partner, {});
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'The previous key keeps working while the overlap lasts',
    file: 'src/adapters/postgres/administration/client-store.ts',
    replace: '(c.key_hash = $1 or (c.previous_key_hash = $1',
    by: '(c.key_hash = $1 or (c.previous_key_hash <> $1 and c.key_hash = $1',
  },
  {
    rule: 'The key before ends with the overlap',
    file: 'src/adapters/postgres/administration/client-store.ts',
    replace: 'c.previous_key_until > statement_timestamp()',
    by: 'c.previous_key_until is not null',
  },
  {
    rule: 'A remembered client of the key before is forgotten with the overlap',
    file: 'src/core/identity/authenticate.ts',
    replace: 'endsAt: askedAt + (endsInMs ?? Number.POSITIVE_INFINITY)',
    by: 'endsAt: askedAt + (endsInMs === -1 ? 0 : Number.POSITIVE_INFINITY)',
  },
  {
    rule: 'A key without an overlap in force shows none',
    file: 'src/adapters/postgres/administration/client-writer.ts',
    replace: 'previous_key_until = case when $4 > 0 then now() + make_interval(secs => $4) end',
    by: "previous_key_until = now() + interval '1 hour'",
  },
  {
    rule: 'The key before counts only beside the key that replaced it',
    file: 'src/adapters/postgres/administration/client-store.ts',
    replace: ' and c.previous_key_successor = c.key_hash)',
    by: ')',
  },
];
