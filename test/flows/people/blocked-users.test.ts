import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { HostedSession } from '#contract/resources.ts';
import type { Break } from '#test/break.ts';
import { FormBrowser } from '#test/browser/form-browser.ts';
import { problemOf, readAnswer } from '#test/reading/answered.ts';
import type { Api } from '#test/world/api.ts';
import type { Partner } from '#test/world/partner.ts';
import { shareApi } from '#test/world/shared-service.ts';

const blockedUsers = '/blocked-users?external_user_id=user-1';

describe('A blocked user', () => {
  let api: Api;
  let partner: Partner;
  before(async () => {
    api = await shareApi(2);
  });

  async function put(path = blockedUsers) {
    const answer = await readAnswer(await partner.request('PUT', path));
    return { answer, body: JSON.parse(answer.text) };
  }
  const lift = async () => readAnswer(await partner.request('DELETE', blockedUsers));

  test('cannot send in any process, by any route, and leaves nothing behind', async () => {
    partner = await api.partner();
    for (const process of [0, 1]) assert.equal((await partner.send({}, { process })).status, 200);
    const { answer, body } = await put();
    assert.equal(answer.status, 200);
    assert.deepEqual(Object.keys(body), ['ok', 'external_user_id', 'blocked_at', 'blocked']);
    const before = await partner.traces();
    for (const process of [0, 1]) {
      problemOf(await partner.send({}, { process }), 'user_blocked');
      const job = { prompt: 'Later', context: { external_user_id: 'user-1' } };
      problemOf(await partner.post('/jobs', job, { process }), 'user_blocked');
    }
    assert.deepEqual(await partner.traces(), before);
    assert.deepEqual((await put()).body, body, 'a repeated block changes nothing');
    assert.equal((await partner.send({ context: { external_user_id: 'user-2' } })).status, 200);
    const list = JSON.parse((await partner.get('/blocked-users')).text);
    assert.deepEqual(list, {
      ok: true,
      object: 'list',
      data: [{ external_user_id: 'user-1', blocked_at: body.blocked_at }],
      has_more: false,
      next_cursor: null,
    });
    assert.deepEqual(JSON.parse((await lift()).text), {
      ok: true,
      external_user_id: 'user-1',
      blocked: false,
    });
    assert.equal((await lift()).status, 200);
    assert.equal((await partner.send()).status, 200);
  });

  test('is refused before anything about the agent or Deep Dive, and after the shape of the body', async () => {
    partner = await api.partner();
    await put();
    problemOf(await partner.send({ agent_slug: 'no-such-agent' }), 'user_blocked');
    problemOf(await partner.send({ options: { detailed_response: true } }), 'user_blocked');
    problemOf(await partner.send({ promt: 'a typo' }), 'validation_error');
  });

  test('can still read, rate and delete, and can be given a session that reads', async () => {
    partner = await api.partner();
    const sent = await partner.send();
    const uuid = sent.headers.get('x-conversation-id');
    await put();
    const own = (path: string) => partner.get(`${path}?external_user_id=user-1`);
    for (const path of ['/conversations', `/conversations/${uuid}`, '/usage']) {
      assert.equal((await own(path)).status, 200, path);
    }
    assert.equal((await own(`/jobs/${sent.headers.get('x-job-id')}`)).status, 200);
    const rate = { rating: 'up', external_user_id: 'user-1' };
    assert.equal((await partner.post(`/conversations/${uuid}/feedback`, rate)).status, 200);
    const standing = async (user: string) =>
      JSON.parse((await partner.get(`/usage?external_user_id=${user}`)).text).usage.user_blocked;
    assert.deepEqual([await standing('user-1'), await standing('user-2')], [true, undefined]);
    const minted = await partner.post('/hosted-session', { external_user_id: 'user-1' });
    const session: HostedSession = JSON.parse(minted.text);
    assert.deepEqual([minted.status, session.blocked], [200, true]);
    const host = `${partner.client.slug}.localhost:${api.portOf()}`;
    const headers = { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' };
    const chat = (path: string, init: { method?: string; body?: string } = {}) =>
      new FormBrowser(api.portOf()).visit(`http://${host}/chat${path}`, { ...init, headers });
    assert.equal((await chat('/conversations')).status, 200);
    const refused = await chat('/stream', { method: 'POST', body: JSON.stringify({ prompt: 'Hello' }) });
    assert.deepEqual([refused.status, JSON.parse(refused.text).code], [403, 'user_blocked']);
    const other = await partner.post('/hosted-session', { external_user_id: 'user-2' });
    assert.equal('blocked' in JSON.parse(other.text), false);
    const removed = await partner.request('DELETE', `/conversations/${uuid}?external_user_id=user-1`);
    assert.equal(removed.status, 200);
  });

  test('loses the running answer and the queued job, whose charge is refunded', async () => {
    partner = await api.partner();
    api.provider.enqueue({ stallAfter: 1 });
    const running = await partner.open({}, { process: 1 });
    const conversation_uuid = running.headers.get('x-conversation-id');
    const waiting = { prompt: 'Next', context: { external_user_id: 'user-1' }, conversation_uuid };
    const queued = JSON.parse((await partner.post('/jobs', waiting)).text);
    assert.equal((await partner.usage()).requests.used, 2);
    await put();
    assert.equal((await readAnswer(running)).complete, false);
    const [cut, cancelled] = [
      await partner.finalJob(running.headers.get('x-job-id') ?? ''),
      await partner.finalJob(queued.job_uuid),
    ];
    assert.deepEqual(
      [cut.status, cut.error?.code, cut.charged.refunded],
      ['cancelled', 'user_blocked', false],
    );
    assert.deepEqual(
      [cancelled.status, cancelled.error?.code, cancelled.charged.refunded],
      ['cancelled', 'user_blocked', true],
    );
    assert.equal((await partner.usage()).requests.used, 1);
  });

  test('is named in the query, never as a person who signs in', async () => {
    partner = await api.partner();
    for (const method of ['PUT', 'DELETE']) {
      const ask = async (path: string) => readAnswer(await partner.request(method, path));
      problemOf(await ask('/blocked-users'), 'external_user_id_required');
      problemOf(await ask('/blocked-users?external_user_id=HU:someone'), 'reserved_identity_prefix');
      problemOf(await ask('/blocked-users?user=user-1'), 'validation_error');
    }
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'The usage of a blocked user says so',
    file: 'src/core/usage/usage.ts',
    replace: '...(isBlocked ?',
    by: '...(isBlocked && counts.clientRequests < 0 ?',
  },
  {
    rule: 'A blocked user is refused as blocked before anything about the agent',
    file: 'src/core/turn/admission/unless-blocked.ts',
    replace: 'if (error instanceof ParleyError && (await blockedUsers.isBlocked(owner)))',
    by: 'if (error instanceof ParleyError && !blockedUsers)',
  },
];
