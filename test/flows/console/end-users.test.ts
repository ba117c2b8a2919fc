import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Compile } from 'typebox/compile';
import { EndUser } from '#contract/console/end-user.ts';
import type { Break } from '#test/break.ts';
import { type ConsoleBrowser, type ConsoleWorld, openConsole } from '#test/console/console-world.ts';
import { tablesWith } from '#test/people/search-dump.ts';
import { problemOf } from '#test/reading/answered.ts';
import type { Json } from '#test/reading/json.ts';
import { until } from '#test/reading/until.ts';
import type { Partner } from '#test/world/partner.ts';

const canary = 'canary-51d0c2';
const person = 'anna kowalska/91b2';
const context = { external_user_id: person };
const asked = `?external_user_id=${encodeURIComponent(person)}`;

describe('An end user in the console', () => {
  let world: ConsoleWorld;
  let owner: ConsoleBrowser;
  let support: ConsoleBrowser;
  let partner: Partner;
  before(async () => {
    world = await openConsole();
    owner = await world.signedIn('owner');
    support = await world.signedIn('support');
    partner = await world.api.partner();
    const { headers } = await partner.send({ prompt: `${canary} question`, context });
    const conversation = headers.get('x-conversation-id');
    await partner.send({ prompt: `${canary} again`, context, conversation_uuid: conversation });
    await partner.send({ prompt: 'Not mine', context: { external_user_id: 'another' } });
  });
  after(() => world[Symbol.asyncDispose]());

  const path = (what: string) => `/clients/${partner.client.slug}/${what}${asked}`;
  const look = async (by = support): Promise<Json> => (await by.ask('GET', path('end-user'))).json;
  const audited = async (action: string): Promise<unknown> =>
    (await owner.ask('GET', `/audit?client=${partner.client.slug}&action=${action}`)).json['data'];

  test('is found by identity, in figures and without a word of the conversations', async () => {
    const { json, text } = await support.ask('GET', path('end-user'));
    assert.deepEqual([...Compile(EndUser).Errors(json)], []);
    assert.partialDeepStrictEqual(json, {
      external_user_id: person,
      today: { requests: 2 },
      conversations: { count: 1, more: false },
      blocked_at: null,
      erasing: false,
    });
    assert.ok(!text.includes(canary));
    const unknown = await support.ask(
      'GET',
      `/clients/${partner.client.slug}/end-user?external_user_id=nothing`,
    );
    assert.deepEqual(unknown.json['conversations'], { count: 0, more: false });
    const viewer = await world.signedIn('viewer');
    assert.equal((await look(viewer))['code'], 'insufficient_scope');
  });

  test('is blocked and let in again by support, with an entry each', async () => {
    const blocked = await support.ask('PUT', path('blocked-users'));
    assert.deepEqual([blocked.status, blocked.json['blocked']], [200, true], blocked.text);
    problemOf(await partner.send({ context }), 'user_blocked');
    const list = await support.ask('GET', `/clients/${partner.client.slug}/blocked-users`);
    assert.partialDeepStrictEqual(list.json['data'], [{ external_user_id: person }]);
    assert.equal(typeof (await look())['blocked_at'], 'string');
    assert.equal((await support.ask('DELETE', path('blocked-users'))).json['blocked'], false);
    assert.equal((await partner.send({ context })).status, 200);
    assert.partialDeepStrictEqual(await audited('user.block'), [{ subject: person }]);
    assert.partialDeepStrictEqual(await audited('user.unblock'), [{ subject: person }]);
  });

  test('takes the data along as lines, which the partner finds in its audit log', async () => {
    const { status, headers, json } = await owner.ask('GET', path('user-data'));
    assert.deepEqual([status, headers['content-type']], [200, 'application/x-ndjson; charset=utf-8']);
    const lines: unknown = json['data'];
    assert.ok(Array.isArray(lines));
    assert.partialDeepStrictEqual(lines.at(0), { type: 'user', external_user_id: person });
    assert.partialDeepStrictEqual(lines.at(-1), { type: 'end', lines: lines.length - 1 });
    assert.ok(JSON.stringify(lines).includes(canary));
    assert.partialDeepStrictEqual(await audited('user.export'), [{ subject: person, after: null }]);
    // The texts of a person are not for every role, nor for a session that a link has opened.
    assert.equal((await support.ask('GET', path('user-data'))).json['code'], 'insufficient_scope');
    const byLink = world.browser();
    await byLink.ask('POST', '/enrol', { code: await world.code('link@example.com', 'owner') });
    for (const method of ['GET', 'DELETE']) {
      const refused = await byLink.ask(method, path('user-data'));
      assert.equal(refused.json['code'], 'fresh_passkey_required', method);
    }
  });

  test('is erased: nothing in the database names the person, and the log names a pseudonym', async () => {
    assert.equal((await support.ask('DELETE', path('user-data'))).json['code'], 'insufficient_scope');
    const begun = await owner.ask('DELETE', path('user-data'));
    assert.equal(begun.status, 202, begun.text);
    await until(async () => String((await look())['erasing']) === 'false');
    assert.partialDeepStrictEqual(await look(), { conversations: { count: 0 }, blocked_at: null });
    const { database } = world.api;
    assert.deepEqual(await tablesWith(database, [person, canary]), []);
    assert.match(JSON.stringify(await audited('user.erase')), /"subject":"hu:erased:/);
    assert.equal((await owner.ask('GET', path('user-data'))).status, 200);
    assert.deepEqual(await tablesWith(database, [person]), [], 'an export names a person who was erased');
    assert.partialDeepStrictEqual(await audited('user.export'), [{ subject: '' }, {}]);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'The texts of a person leave the console with a fresh passkey only',
    file: 'src/contract/operations/people.ts',
    replace: 'fresh: true,',
    by: 'fresh: false,',
  },
  {
    rule: 'An export of an erased user does not name the user',
    file: 'src/core/administration/manage-user-data.ts',
    replace: "(await change.erasures.isStored({ clientId, userId })) ? userId : ''",
    by: 'userId',
  },
  {
    rule: 'an operator’s export is audited',
    file: 'src/core/administration/manage-user-data.ts',
    replace: 'await change.audit.append({ ...entry, subject,',
    by: "if (actor.kind !== 'operator') await change.audit.append({ ...entry, subject,",
  },
];
