import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Conversation } from '#contract/resources.ts';
import { type Api, openApi } from '#test/world/api.ts';
import type { Partner } from '#test/world/partner.ts';

const limit = 40;
const users = ['user-1', 'user-2', 'user-3'];

/** The refunds and charges, as the three places record them. */
const countsSql = `select
  (select coalesce(sum(requests), 0) from usage_clients where client_id = $1)::int as counted,
  (select coalesce(sum(requests), 0) from usage_users where client_id = $1)::int as by_user,
  (select coalesce(sum(case kind when 'charge' then requests else -requests end), 0) from ledger
    where client_id = $1)::int as ledger,
  (select count(*) from turns where client_id = $1 and not refunded)::int as turns`;

describe('At a limit, while two processes admit, cancel, delete and interrupt', () => {
  let api: Api;
  let partner: Partner;
  before(async () => {
    api = await openApi({ processes: 2, env: { PARLEY_WORKER_SLOTS: '1' } });
    partner = await api.partner({ daily_limit: limit, model: 'openai/mock:deltas=5,pace=60' });
  });
  after(() => api[Symbol.asyncDispose]());

  const query = (user: string) => `external_user_id=${user}`;

  /** A job that is cancelled from both processes at once: at most one of the two refunds it. */
  async function queueAndCancel(user: string, process: number): Promise<void> {
    const context = { external_user_id: user };
    const { status, text } = await partner.post('/jobs', { prompt: 'x', context }, { process });
    if (status !== 202) return;
    const path = `/jobs/${JSON.parse(text).job_uuid}/cancel?${query(user)}`;
    await Promise.all([0, 1, 0, 1].map((each) => partner.post(path, {}, { process: each })));
  }

  async function streamAndDelete(user: string, process: number): Promise<void> {
    const open = await partner.open({ context: { external_user_id: user } }, { process });
    if (open.status === 200) {
      const path = `/conversations/${open.headers.get('x-conversation-id')}?${query(user)}`;
      await partner.request('DELETE', path, undefined, { process: 1 - process });
    }
    await open.text().catch(() => '');
  }

  async function interruptOften(user: string): Promise<void> {
    const context = { external_user_id: user };
    const first = await partner.open({ context });
    const conversation_uuid = first.headers.get('x-conversation-id');
    if (first.status !== 200) return;
    const again = Array.from({ length: 6 }, async (_, index) => {
      const options = { if_busy: 'interrupt' };
      const next = await partner.open({ context, conversation_uuid, options }, { process: index % 2 });
      await next.text().catch(() => '');
    });
    await Promise.all([first.text().catch(() => ''), ...again]);
    const { text } = await partner.get(`/conversations/${conversation_uuid}?${query(user)}&limit=200`);
    const { messages }: Conversation = JSON.parse(text);
    const asked = messages.filter(({ role }) => role === 'user').length;
    assert.equal(messages.length, asked * 2, 'one answer to each question');
  }

  test('the limit holds at every moment, and counters, ledger and turns agree at the end', async () => {
    const seen: number[] = [];
    let isOver = false;
    const watch = (async () => {
      while (!isOver) {
        const [row] = await api.database.query<{ counted: number }>(countsSql, [partner.client.id]);
        seen.push(row?.counted ?? Number.NaN);
      }
    })();
    const each = (count: number, send: (user: string, process: number) => Promise<void>) =>
      Array.from({ length: count }, (_, index) => send(users[index % users.length] ?? '', index % 2));
    // Two slots take two of the jobs; the others remain to be refunded.
    const storm = [...each(16, queueAndCancel), ...each(16, streamAndDelete), ...each(6, interruptOften)];
    await Promise.all(storm);
    isOver = true;
    await watch;
    assert.ok(Math.max(...seen) <= limit, `${Math.max(...seen)} were counted`);
    for (const { id } of await unfinished()) await endOf(id);

    const [counts] = await api.database.query(countsSql, [partner.client.id]);
    assert.ok(counts);
    assert.equal(new Set(Object.values(counts)).size, 1, JSON.stringify(counts));
    const twice = await api.database.query(
      'select turn_id, kind from ledger where client_id = $1 group by 1, 2 having count(*) > 1',
      [partner.client.id],
    );
    assert.deepEqual(twice, [], 'charged or given back twice');
    const [refunds] = await api.database.query<{ count: number }>(
      `select count(*)::int as count from ledger where client_id = $1 and kind = 'refund'`,
      [partner.client.id],
    );
    assert.ok((refunds?.count ?? 0) > 0, 'nothing was given back, so nothing was tried');
  });

  function unfinished() {
    return api.database.query<{ id: string }>(
      `select id from turns where client_id = $1 and state in ('queued', 'running')`,
      [partner.client.id],
    );
  }

  async function endOf(id: string): Promise<void> {
    const [row] = await api.database.query<{ external_user_id: string }>(
      'select external_user_id from turns where client_id = $1 and id = $2',
      [partner.client.id, id],
    );
    await partner.finalJob(id, row?.external_user_id);
  }
});
