import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { problemOf, readAnswer } from '#test/reading/answered.ts';
import { until } from '#test/reading/until.ts';
import type { Api } from '#test/world/api.ts';
import type { Partner, SendOptions } from '#test/world/partner.ts';
import { shareApi } from '#test/world/shared-service.ts';

const processes = [0, 1];
const scopes = ['chat', 'keys'];
const path = '/keys/rotate';
const own = '/usage?external_user_id=user-1';

describe('A key that replaces itself', () => {
  let api: Api;
  before(async () => {
    api = await shareApi(2);
  });

  const withKey = (key: string, process = 0): SendOptions => ({
    process,
    headers: { authorization: `Bearer ${key}` },
  });

  async function rotate(partner: Partner, body: object = {}, by = partner.key): Promise<Rotated> {
    const { status, text } = await partner.post(path, body, withKey(by));
    assert.equal(status, 200, text);
    return JSON.parse(text);
  }

  /** What a key is answered by both processes, with a copy of the client and without. */
  async function isAccepted(partner: Partner, key: string): Promise<boolean> {
    const answers = processes.flatMap((process) => [
      partner.get(own, withKey(key, process)),
      partner.send({}, withKey(key, process)),
    ]);
    const statuses = new Set((await Promise.all(answers)).map(({ status }) => status));
    assert.equal(statuses.size, 1, [...statuses].join());
    return statuses.has(200);
  }

  /** As if the time of the previous key had come. */
  const comeTo = (partner: Partner, seconds: number) =>
    partner.change({ previous_key_until: new Date(Date.now() + seconds * 1000) });

  test('breaks none of 50 answers and 10 readers, and works on beside the new one until its time', async () => {
    const partner = await api.partner({ scopes });
    const { promise: rest, resolve: goOn } = Promise.withResolvers<void>();
    const calls = api.provider.received;
    api.provider.enqueue(...Array.from({ length: 50 }, () => ({ stallAfter: 1, resume: rest })));
    const opened = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        partner.open({ context: { external_user_id: `user-${at}` } }, { process: at % 2 }),
      ),
    );
    await api.provider.waitForCall(calls + 50);
    const readers = await Promise.all(
      opened.slice(0, 10).map((answer, at) => {
        const job = answer.headers.get('x-job-id');
        return partner.request('GET', `/jobs/${job}/stream?external_user_id=user-${at}`, undefined, {
          process: (at + 1) % 2,
        });
      }),
    );
    const { api_key: next, previous_key_until: end } = await rotate(partner);
    assert.ok(Math.abs(Date.parse(end ?? '') - Date.now() - 86_400_000) < 60_000, end ?? '');
    for (const key of [partner.key, next]) assert.equal(await isAccepted(partner, key), true);
    goOn();
    const read = await Promise.all([...opened, ...readers].map(readAnswer));
    assert.deepEqual(
      read.map(({ status, complete }) => `${status} ${complete}`),
      Array.from({ length: 60 }, () => '200 true'),
    );
    await comeTo(partner, 1);
    await until(async () => !(await isAccepted(partner, partner.key).catch(() => true)));
    assert.equal(await isAccepted(partner, next), true);
    await rotate(partner, {}, next);
  });

  test('replaces a new key that nobody received, and the overlap of the old one gets no shorter', async () => {
    const partner = await api.partner({ scopes });
    const lost = await rotate(partner, { overlap_seconds: 604_800 });
    const found = await rotate(partner, { overlap_seconds: 3_600 });
    assert.equal(found.previous_key_until, lost.previous_key_until);
    assert.equal(await isAccepted(partner, partner.key), true);
    assert.equal(await isAccepted(partner, lost.api_key), false);
    const longer = await rotate(partner, { overlap_seconds: 604_800 });
    assert.ok((longer.previous_key_until ?? '') > (found.previous_key_until ?? ''));
    assert.equal(await isAccepted(partner, longer.api_key), true);
    assert.equal(await isAccepted(partner, partner.key), true);
  });

  test('ends no key that was used once: until the overlap is over, a thief with either key changes nothing', async () => {
    const partner = await api.partner({ scopes });
    const { api_key: next, previous_key_until: end } = await rotate(partner, { overlap_seconds: 7_200 });
    assert.equal((await partner.get('/agents', withKey(next, 1))).status, 200);
    for (const key of [partner.key, next]) {
      const refused = await partner.post(path, { overlap_seconds: 3_600 }, withKey(key));
      const problem = problemOf(refused, 'key_overlap');
      assert.equal(problem['previous_key_until'], end);
      const seconds = Number(refused.headers.get('retry-after'));
      assert.ok(seconds > 7_100 && seconds <= 7_200, `${seconds}`);
    }
    for (const key of [partner.key, next]) assert.equal(await isAccepted(partner, key), true);
    await comeTo(partner, -1);
    const last = await rotate(partner, {}, next);
    assert.equal(await isAccepted(partner, partner.key), false);
    for (const key of [next, last.api_key]) assert.equal(await isAccepted(partner, key), true);
  });

  test('is never accepted and then replaced, whichever of two requests at the same moment comes first', async () => {
    const ends: string[] = [];
    for (let round = 0; round < 24; round++) {
      const partner = await api.partner({ scopes });
      const { api_key: next } = await rotate(partner);
      const [used, rotated] = await Promise.all([
        partner.get('/agents', withKey(next, 1)),
        partner.post(path, {}, withKey(partner.key)),
      ]);
      ends.push(`${used.status} ${rotated.status}`);
      assert.equal(await isAccepted(partner, next), used.status === 200);
      assert.equal(await isAccepted(partner, partner.key), true);
    }
    assert.deepEqual(
      ends.filter((end) => end !== '200 409' && end !== '401 200'),
      [],
    );
  });

  test('needs the scope, and an overlap from an hour to a week', async () => {
    const other = await api.partner({ scopes: ['chat', 'webhooks', 'user-data'] });
    problemOf(await other.post(path, {}), 'insufficient_scope');
    const partner = await api.partner({ scopes });
    for (const overlap_seconds of [0, 3_599, 604_801, 3_600.5, '3600', true, -1, 1e20]) {
      const problem = problemOf(await partner.post(path, { overlap_seconds }), 'validation_error');
      assert.equal(problem.errors?.[0]?.pointer, '/overlap_seconds');
    }
    problemOf(await partner.post(path, { overlap: 3_600 }), 'validation_error');
    problemOf(await partner.post(path, { password: 'a password' }), 'validation_error');
    problemOf(await partner.post(`${path}?overlap_seconds=3600`, {}), 'validation_error');
    const { previous_key_until: end } = await rotate(partner, { overlap_seconds: 3_600 });
    assert.ok(Math.abs(Date.parse(end ?? '') - Date.now() - 3_600_000) < 60_000, end ?? '');
  });

  test('does so ten times an hour at the most, and is still worth an hour then', async () => {
    const partner = await api.partner({ scopes });
    for (let count = 0; count < 10; count++) await rotate(partner, { overlap_seconds: 3_600 });
    const refused = await partner.post(path, {});
    problemOf(refused, 'too_many_attempts');
    const seconds = Number(refused.headers.get('retry-after'));
    assert.ok(seconds > 3_000 && seconds <= 3_600, `${seconds}`);
    assert.equal(await isAccepted(partner, partner.key), true);
  });

  test('is an event and an entry of the audit log, neither of them with a key', async () => {
    const partner = await api.partner({ scopes: [...scopes, 'webhooks'] });
    await partner.get('/events');
    const { api_key: next } = await rotate(partner);
    // The log shows an event once no transaction that began before it is open.
    const events = await until(async () => {
      const { data } = JSON.parse((await partner.get('/events')).text);
      return data.length > 0 && data;
    });
    assert.deepEqual(
      events.map(({ type, data }: Entry) => [type, Object.keys(Object(data)).sort()]),
      [['key.rotated', ['key_prefix', 'previous_key_until']]],
    );
    const entries = await api.database.query<{ actor: string; action: string; row: string }>(
      'select actor, action, a::text as row from audit_log a where client_id = $1',
      [partner.client.id],
    );
    assert.deepEqual(
      entries.map(({ actor, action }) => [actor, action]),
      [[`key:${partner.client.slug}`, 'client.rotate_key']],
    );
    for (const key of [partner.key, next]) {
      assert.ok(!JSON.stringify([events, entries]).includes(key.slice(15)), 'a key was written down');
    }
  });
});

interface Rotated {
  readonly api_key: string;
  readonly previous_key_until: string | null;
}

interface Entry {
  readonly type: string;
  readonly data: unknown;
}

export const breaks: readonly Break[] = [
  {
    rule: 'A key that was used is not replaced by a rotation during an overlap',
    file: 'src/adapters/postgres/administration/client-writer.ts',
    replace: 'where c.id = $1 and not (${previousKeyLasts} and ${keyWasUsed}) returning c.id',
    by: 'where c.id = $1 and not (${previousKeyLasts} and not ${keyWasUsed}) returning c.id',
  },
  {
    rule: 'A rotation during an overlap keeps the previous key',
    file: 'src/adapters/postgres/administration/client-writer.ts',
    replace: 'case when ${previousKeyLasts} then c.previous_key_hash else c.key_hash end',
    by: 'c.key_hash',
  },
  {
    rule: 'A rotation makes no overlap shorter',
    file: 'src/adapters/postgres/administration/client-writer.ts',
    replace: 'greatest(case when ${previousKeyLasts} then c.previous_key_until end,',
    by: 'greatest(null::timestamptz,',
  },
  {
    rule: 'A key is accepted only once its first use is noted',
    file: 'src/adapters/postgres/administration/client-store.ts',
    replace: 'if (isFirstUse && !(await this.#noteUse(hash))) return this.findByKeyHash(hash);',
    by: 'if (isFirstUse) void this.#noteUse(hash);',
  },
  {
    rule: 'A partner needs the scope to replace its key',
    file: 'src/contract/operations/keys.ts',
    replace: "channels: { api: 'keys', account: 'keys' }",
    by: "channels: { api: 'chat', account: 'keys' }",
  },
  {
    rule: 'Rotations by a partner are counted',
    file: 'src/core/keys/manage-own-key.ts',
    replace: "await countHourly(this.#parts.throttle, 'key-rotations', slug);",
    by: 'void countHourly;',
  },
];
