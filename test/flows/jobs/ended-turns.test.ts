import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Compile } from 'typebox/compile';
import { type EndedTurn, EndedTurnList } from '#contract/jobs.ts';
import type { Break } from '#test/break.ts';
import { type ConsoleWorld, openConsole } from '#test/console/console-world.ts';
import { makeFolder } from '#test/machine/make-folder.ts';
import { type Answered, problemOf } from '#test/reading/answered.ts';
import { Hosted } from '#test/world/hosted.ts';
import { Partner } from '#test/world/partner.ts';
import { runParley } from '../../cli/run-parley.ts';

const canary = 'canary-8f20ab';
const person = 'anna kowalska/91b2';
const context = { external_user_id: person };
const asPerson = `external_user_id=${encodeURIComponent(person)}`;

describe('What became of a question', () => {
  let world: ConsoleWorld;
  let operator: Partner;
  let partner: Partner;
  let failed: Answered;
  let requestId: string;

  before(async () => {
    world = await openConsole({ env: { PARLEY_TRUSTED_PROXIES: '127.0.0.1' } });
    operator = await world.api.partner({ scopes: ['admin:operate'] });
    partner = await world.api.partner({ model: 'openai/mock:status=500', scopes: ['chat', 'user-data'] });
    failed = await partner.send({ prompt: canary, context });
    requestId = failed.headers.get('x-request-id') ?? '';
    await partner.send({ prompt: canary, context: { external_user_id: 'another' } });
  });
  after(() => world[Symbol.asyncDispose]());

  const listOf = async (answer: Promise<Answered>): Promise<readonly EndedTurn[]> => {
    const { status, text } = await answer;
    assert.equal(status, 200, text);
    assert.ok(!text.includes(canary));
    const list: EndedTurnList = JSON.parse(text);
    assert.deepEqual([...Compile(EndedTurnList).Errors(list)], []);
    return list.data;
  };
  const ofPartner = (query = '') => listOf(partner.get(`/ended-turns${query}`));
  const ofOperator = (query = '') => listOf(operator.get(`/admin/ended-turns${query}`));

  test('is found by the id of the request, with everything but the texts', async () => {
    assert.equal(failed.status, 502);
    const [turn, ...rest] = await ofPartner(`?request_id=${requestId}`);
    assert.deepEqual(rest, []);
    const { created_at, started_at, finished_at, ...facts } = turn ?? assert.fail();
    assert.deepEqual(facts, {
      job_uuid: failed.headers.get('x-job-id'),
      conversation_uuid: failed.headers.get('x-conversation-id'),
      client: partner.client.slug,
      external_user_id: person,
      agent_slug: 'assistant',
      provider: 'openai',
      model: 'mock:status=500',
      delivery: 'stream',
      status: 'failed',
      finish_reason: 'error',
      error_code: 'provider_error',
      attempt: 1,
      deep_dive: false,
      priority: false,
      refunded: true,
      request_id: requestId,
      guidance_version: null,
      first_text_ms: null,
    });
    assert.ok(created_at <= String(started_at) && String(started_at) <= finished_at);
    assert.deepEqual(await ofOperator(`?request_id=${requestId}`), [turn]);
    assert.deepEqual(await ofPartner(`?request_id=${failed.headers.get('x-job-id')}`), [turn]);
  });

  test('is found by the id that a proxy chose, which two requests may share', async () => {
    const behindProxy = await world.api.partner();
    for (const prompt of ['One', 'Two']) {
      await behindProxy.send({ prompt, context }, { headers: { 'x-request-id': 'edge-7' } });
    }
    const turns = await listOf(behindProxy.get('/ended-turns?request_id=edge-7'));
    assert.deepEqual(
      turns.map(({ request_id: id, status }) => [id, status]),
      [
        ['edge-7', 'completed'],
        ['edge-7', 'completed'],
      ],
    );
  });

  test('is listed for its client alone, newest first, and in pages', async () => {
    const other = await world.api.partner();
    assert.deepEqual(await listOf(other.get('/ended-turns')), []);
    assert.deepEqual(await listOf(other.get(`/ended-turns?request_id=${requestId}`)), []);
    assert.deepEqual(
      (await ofPartner()).map(({ external_user_id: user }) => user),
      ['another', person],
    );
    const first: EndedTurnList = JSON.parse((await partner.get('/ended-turns?limit=1')).text);
    assert.deepEqual([first.data.length, first.has_more], [1, true]);
    const [next] = await ofPartner(`?limit=1&cursor=${first.next_cursor}`);
    assert.equal(next?.external_user_id, person);
  });

  test('is narrowed down by user, status and time', async () => {
    const users = async (query: string) => (await ofPartner(query)).map(({ external_user_id: user }) => user);
    assert.deepEqual(await users(`?${asPerson}`), [person]);
    assert.deepEqual(await users(`?status=failed&${asPerson}`), [person]);
    assert.deepEqual(await users(`?status=failed,expired`), ['another', person]);
    assert.deepEqual(await users('?status=completed'), []);
    assert.deepEqual(await users('?since=2000-01-01'), ['another', person]);
    assert.deepEqual(await users('?until=2000-01-01'), []);
    const { slug } = partner.client;
    assert.deepEqual((await ofOperator(`?client=${slug}&${asPerson}`)).length, 1);
    assert.deepEqual((await ofOperator(`?client=${slug}&status=failed`)).length, 2);
  });

  test('a filter that means nothing is refused, with what it would take', async () => {
    const { errors: found } = problemOf(await partner.get('/ended-turns?status=lost'), 'validation_error');
    assert.match(JSON.stringify(found), /completed, failed, cancelled, expired/);
    for (const query of ['since=yesterday', 'until=1', 'cursor=x', 'user=a', 'request_id=%00']) {
      problemOf(await partner.get(`/ended-turns?${query}`), 'validation_error');
    }
    problemOf(await partner.get('/ended-turns?external_user_id=hu:1'), 'reserved_identity_prefix');
    problemOf(await operator.get(`/admin/ended-turns?${asPerson}`), 'validation_error');
    problemOf(await partner.get('/admin/ended-turns'), 'insufficient_scope');
    problemOf(await operator.get('/ended-turns'), 'insufficient_scope');
  });

  test('support sees whose it is, and a viewer neither sees nor asks for people', async () => {
    const support = await world.signedIn('support');
    const viewer = await world.signedIn('viewer');
    const path = `/ended-turns?client=${partner.client.slug}`;
    const usersSeenBy = async (browser: typeof viewer) => {
      const { json } = await browser.ask('GET', path);
      const { data }: EndedTurnList = JSON.parse(JSON.stringify(json));
      return data.map(({ external_user_id: user }) => user);
    };
    assert.deepEqual(await usersSeenBy(support), ['another', person]);
    assert.deepEqual(await usersSeenBy(viewer), [null, null]);
    assert.equal((await support.ask('GET', `${path}&${asPerson}`)).status, 200);
    assert.equal((await viewer.ask('GET', `${path}&${asPerson}`)).json['code'], 'insufficient_scope');
  });

  test('administrators see what became of the questions of their own tenant', async () => {
    const hosted = new Hosted(world.api);
    const tenant = await hosted.tenant();
    const { browser } = await tenant.visitor({ admin: true });
    await new Partner(world.api, tenant.client, tenant.key).send({ context });
    const listed = async (query: string) => {
      const headers = { 'sec-fetch-site': 'same-origin' };
      const { text } = await browser.visit(tenant.url(`/account/api/ended-turns${query}`), { headers });
      const { data }: EndedTurnList = JSON.parse(text);
      return data.map(({ client, external_user_id: user }) => [client, user]);
    };
    assert.deepEqual(await listed(''), [[tenant.slug, person]]);
    assert.deepEqual(await listed(`?identity=${encodeURIComponent(person)}`), [[tenant.slug, person]]);
    assert.deepEqual(await listed('?identity=another'), []);
    assert.deepEqual(await listed(`?request_id=${requestId}`), []);
  });

  test('is on the command line, failures alone where that is asked', async () => {
    const env = { DATABASE_URL: world.api.databaseUrl, PARLEY_SECRET: 's'.repeat(32) };
    const folder = makeFolder('parley-turns-');
    const turns = (...words: string[]) =>
      runParley(['turns', partner.client.slug, ...words], {
        env: { ...env, PARLEY_DATA_DIR: folder },
        folder,
      });
    const { code, stdout } = await turns('--request-id', requestId);
    assert.equal(code, 0);
    assert.match(stdout, new RegExp(`^CREATED .*\n.* ${person} .*failed .*provider_error .*${requestId}`));
    const users = async (...words: string[]) => {
      const { data }: EndedTurnList = JSON.parse((await turns(...words, '--json')).stdout);
      return data.map(({ external_user_id: user }) => user);
    };
    assert.deepEqual(await users('--failed', '--since', '2000-01-01'), ['another', person]);
    assert.deepEqual(await users('--user', 'another'), ['another']);
    const unknown = await runParley(['turns', 'nobody', '--json'], {
      env: { ...env, PARLEY_DATA_DIR: folder },
      folder,
    });
    assert.deepEqual([unknown.code, unknown.json()['code']], [1, 'client_not_found']);
  });

  test('names nobody once the person is erased', async () => {
    const erased = await partner.request('DELETE', `/user-data?${asPerson}`);
    assert.equal(erased.status, 202);
    const rows = await ofPartner(`?status=failed`);
    assert.deepEqual(await ofPartner(`?${asPerson}`), []);
    const [row] = rows.filter(({ external_user_id: user }) => user !== 'another');
    assert.match(String(row?.external_user_id), /^hu:erased:/);
    assert.equal(row?.request_id, null);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A turn has the id of its request',
    file: 'src/core/turn/admit-turn.ts',
    replace: 'turnId: options.isForeignId ? newId() : options.requestId,',
    by: 'turnId: newId(),',
  },
  {
    rule: 'An id that a proxy chose belongs to the request only',
    file: 'src/core/turn/admit-turn.ts',
    replace: 'foreignRequestId: options.isForeignId ? options.requestId : null,',
    by: 'foreignRequestId: null,',
  },
  {
    rule: 'A viewer does not ask for the turns of a person',
    file: 'src/core/operations/live-operations.ts',
    replace: `requirePeople(by);
      if (client`,
    by: 'if (client',
  },
  {
    rule: 'An unknown status of a turn is refused',
    file: 'src/core/jobs/ended-turns.ts',
    replace: 'if (!isKnown) {',
    by: 'if (!isKnown && names.length > 1) {',
  },
  {
    rule: 'An erasure takes the id of the request along',
    file: 'src/adapters/postgres/people/held-tables.ts',
    replace: ', request_id = null, facts',
    by: ', facts',
  },
  {
    rule: 'A partner reads its own turns only',
    file: 'src/http/handlers/jobs.ts',
    replace: 'const reading = { clientSlug: caller.client.slug, userId,',
    by: 'const reading = { clientSlug: userId === null ? null : caller.client.slug, userId,',
  },
  {
    rule: 'An administrator reads the turns of the own tenant only',
    file: 'src/core/operations/client/usage.ts',
    replace: 'const reading = { clientSlug: client.slug, userId,',
    by: 'const reading = { clientSlug: userId === null ? null : client.slug, userId,',
  },
  {
    rule: 'A NUL in a filter of ended turns is refused before the database refuses it',
    file: 'src/contract/request-parts.ts',
    replace: ' pattern: withoutNul,',
    by: '',
  },
];
