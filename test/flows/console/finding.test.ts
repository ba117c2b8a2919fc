import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { FoundThing } from '#contract/console/found.ts';
import type { Break } from '#test/break.ts';
import { type ConsoleBrowser, type ConsoleWorld, openConsole } from '#test/console/console-world.ts';
import type { Answered } from '#test/reading/answered.ts';
import type { Partner } from '#test/world/partner.ts';

const person = 'anna kowalska/91b2';

describe('Any id is found', () => {
  let world: ConsoleWorld;
  let support: ConsoleBrowser;
  let viewer: ConsoleBrowser;
  let partner: Partner;
  let answered: Answered;
  const requestId = 'proxy-request-7f3a';

  before(async () => {
    world = await openConsole({ env: { PARLEY_TRUSTED_PROXIES: '127.0.0.1' } });
    support = await world.signedIn('support');
    viewer = await world.signedIn('viewer');
    partner = await world.api.partner();
    await world.api.partner();
    answered = await partner.send(
      { prompt: 'A question', context: { external_user_id: person } },
      { headers: { 'x-request-id': requestId } },
    );
    assert.equal(answered.status, 200);
  });
  after(() => world[Symbol.asyncDispose]());

  const find = async (browser: ConsoleBrowser, id: string): Promise<readonly FoundThing[]> => {
    const { status, text } = await browser.ask('GET', `/found?id=${encodeURIComponent(id)}`);
    assert.equal(status, 200, text);
    return JSON.parse(text).data;
  };
  const shortly = (things: readonly FoundThing[]) =>
    things.map(({ kind, client, external_user_id: user, detail }) => [kind, client, user, detail]);
  const header = (name: string) => answered.headers.get(name) ?? assert.fail(name);

  test('a question by its job, and by the id that a proxy gave its request', async () => {
    const slug = partner.client.slug;
    const found = await find(support, header('x-job-id').toUpperCase());
    assert.deepEqual(shortly(found), [['turn', slug, person, 'completed']]);
    assert.deepEqual(shortly(await find(support, requestId)), [['request', slug, person, 'completed']]);
  });

  test('a conversation, and an end user by the identity', async () => {
    const slug = partner.client.slug;
    assert.deepEqual(shortly(await find(support, header('x-conversation-id'))), [
      ['conversation', slug, person, null],
    ]);
    assert.deepEqual(shortly(await find(support, ` ${person} `)), [['user', slug, person, null]]);
    assert.deepEqual(await find(support, 'nobody at all'), []);
  });

  test('a person who signs in, with or without what tells people apart', async () => {
    const made = await support.ask('POST', `/clients/${partner.client.slug}/users`, {
      email: 'ada@example.com',
    });
    const id = String(made.json['user']?.['id']);
    for (const text of [id, id.replace(/^hu:/, '')])
      assert.deepEqual(
        shortly(await find(support, text)),
        [['account', partner.client.slug, id, null]],
        text,
      );
    assert.deepEqual(await find(viewer, id), []);
  });

  test('an event, an endpoint, a process and a change', async () => {
    const { database } = world.api;
    const { id: client, slug } = partner.client;
    const [event, webhook] = [crypto.randomUUID(), crypto.randomUUID()];
    await database.query(
      `insert into events (client_id, id, type, data) values ($1, $2, 'job.completed', '{}')`,
      [client, event],
    );
    await database.query(
      `insert into webhooks (client_id, id, url, secret_key) values ($1, $2, 'https://a.example', 'x')`,
      [client, webhook],
    );
    for (const text of [event, `evt_${event}`])
      assert.deepEqual(shortly(await find(viewer, text)), [['event', slug, null, 'job.completed']]);
    assert.deepEqual(shortly(await find(viewer, webhook)), [['webhook', slug, null, null]]);
    const [process] = await database.query<{ id: string }>('select id from processes limit 1');
    assert.deepEqual(shortly(await find(viewer, process?.id ?? '')), [['process', null, null, null]]);
    const [change] = await database.query<{ id: number; action: string }>(
      'select id, action from audit_log order by id desc limit 1',
    );
    assert.deepEqual(
      shortly(await find(viewer, String(change?.id)))
        .at(0)
        ?.at(3),
      change?.action,
    );
  });

  test('a viewer learns nothing about a person', async () => {
    assert.deepEqual(await find(viewer, person), []);
    assert.deepEqual(shortly(await find(viewer, header('x-job-id'))), [
      ['turn', partner.client.slug, null, 'completed'],
    ]);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A role that sees no people finds none by identity',
    file: 'src/core/operations/find-operations.ts',
    replace: 'seesPeople(by) ? foundKinds : withoutPeople',
    by: 'foundKinds',
  },
  {
    rule: 'A found question names its user to roles that see people only',
    file: 'src/contract/console/found.ts',
    replace: 'external_user_id: aboutPerson(',
    by: 'external_user_id: ((schema) => schema)(',
  },
  {
    rule: 'A question is found by the id of its request',
    file: 'src/adapters/postgres/screens/find-things.ts',
    replace: `where t.request_id = $1 and t.request_id <> ''`,
    by: `where t.request_id = $1 and t.request_id = ''`,
  },
];
