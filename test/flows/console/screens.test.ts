import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Compile } from 'typebox/compile';
import type { Endpoint } from '#contract/endpoint.ts';
import { adminEndpoints } from '#contract/endpoints/admin-endpoints.ts';
import { operatorEndpoints } from '#contract/endpoints/operator-endpoints.ts';
import type { Break } from '#test/break.ts';
import { type ConsoleBrowser, type ConsoleWorld, openConsole } from '#test/console/console-world.ts';
import { problemOf } from '#test/reading/answered.ts';
import { until } from '#test/reading/until.ts';
import { chatBody, type Partner } from '#test/world/partner.ts';

const canary = 'canary-7f3a91';
const person = 'person-4c2e';

describe('The screens of the console', () => {
  let world: ConsoleWorld;
  let owner: ConsoleBrowser;
  let viewer: ConsoleBrowser;
  let partner: Partner;
  before(async () => {
    world = await openConsole({ env: { PARLEY_WORKER_SLOTS: '1' } });
    owner = await world.signedIn('owner');
    viewer = await world.signedIn('viewer');
    partner = await world.api.partner({ daily_limit: 2, origins: ['https://app.example'] });
    const idle = await world.api.partner();
    // A change locks the client's day, which makes a row of zeros.
    await owner.ask('PATCH', `/clients/${idle.client.slug}`, { daily_limit: 9 });
    await owner.ask('PATCH', `/clients/${partner.client.slug}`, { openai_default_user: person });
    await partner.send({ prompt: `${canary} question`, context: { external_user_id: person } });
    await partner.send({ prompt: `${canary} question`, context: { external_user_id: person } });
  });
  after(() => world[Symbol.asyncDispose]());

  const slug = () => partner.client.slug;

  test('the overview counts the day, and names the clients near their limit', async () => {
    const { json } = await owner.ask('GET', '/overview');
    assert.equal(json['today']?.['requests'], 2);
    assert.equal(json['clients']?.['active_today'], 1);
    assert.deepEqual(json['near_limit'], [{ client: slug(), name: partner.client.name, used: 2, limit: 2 }]);
    assert.equal(json['processes']?.['live'], 1);
  });

  test('a partner is shown with its day, agents, people and changes', async () => {
    const { json } = await owner.ask('GET', `/clients/${slug()}/overview`);
    assert.deepEqual(json['today'], { requests: 2, priority: 0, deep_dive: 0 });
    assert.deepEqual([json['blocked_at_limit'], json['unguarded']], [true, true]);
    assert.equal(json['agents']?.[0]?.['slug'], 'assistant');
    await world.api.database.query(
      `insert into unanswered (client_id, conversation_id, seq, message_id, agent_slug, answered_at)
       select client_id, conversation_id, seq + days, id, 'assistant', now() - days * interval '1 day'
       from messages, unnest(array[1, 29, 31]) days where client_id = $1`,
      [partner.client.id],
    );
    const later = await owner.ask('GET', `/clients/${slug()}/overview`);
    assert.equal(later.json['agents']?.[0]?.['unanswered'], 8);
    assert.notEqual(json['users'], null);
    assert.equal((await viewer.ask('GET', `/clients/${slug()}/overview`)).json['users'], null);
  });

  test('the audit log and the usage answer a viewer nothing about a person', async () => {
    const person = 'hu:5f0c8a52-6a3f-4a52-9d0c-5c8f0e1d2b3a';
    for (const path of [`/audit?actor=${person}`, `/usage?client=${slug()}&user=${person}`]) {
      assert.equal((await viewer.ask('GET', path)).json['code'], 'insufficient_scope');
      assert.deepEqual((await owner.ask('GET', path)).json['data'], []);
    }
  });

  test('partners are searched by slug and name, with what they used today', async () => {
    const found = await owner.ask('GET', `/clients?q=${slug().toUpperCase()}&include=today`);
    assert.equal(found.json['data']?.['length'], 1);
    assert.equal(found.json['data']?.[0]?.['today']?.['requests'], 2);
    assert.deepEqual((await owner.ask('GET', '/clients?q=nothing-like-it')).json['data'], []);
  });

  test('failures are counted by kind, and refusals by partner and code', async () => {
    const failing = await world.api.partner({ model: 'openai/mock:status=404' });
    await failing.send();
    problemOf(await partner.send({ context: { external_user_id: person } }), 'quota_exceeded');
    const { json } = await until(async () => {
      const answer = await viewer.ask('GET', '/failures');
      return JSON.stringify(answer.json['refusals']).includes('quota_exceeded') && answer;
    });
    assert.deepEqual(json['kinds'], [{ code: 'provider_error', count: 1 }]);
    const own = rowsOf(json['refusals']).filter(({ client }) => client === slug());
    assert.deepEqual(own, [{ client: slug(), code: 'quota_exceeded', count: 1 }]);
  });

  test('turns that run or wait are listed without their texts, and can be cancelled', async () => {
    const waiting = await world.api.partner({ model: 'openai/mock:silent' });
    for (let sent = 0; sent < 2; sent++) await enqueue(waiting);
    const list = async (browser: ConsoleBrowser, state: string) =>
      rowsOf((await browser.ask('GET', `/turns?state=${state}&client=${waiting.client.slug}`)).json['data']);
    const first = await until(async () => (await list(owner, 'running'))[0]);
    assert.deepEqual([first['external_user_id'], first['delivery']], [person, 'job']);
    assert.equal((await list(owner, 'queued')).length, 1);
    const [asViewer] = await list(viewer, 'running');
    assert.equal(asViewer?.['external_user_id'], null);
    const cancelled = await owner.ask('POST', `/turns/${waiting.client.slug}/${first['job_uuid']}/cancel`);
    assert.equal(cancelled.status, 200, cancelled.text);
    await waiting.finalJob(String(first['job_uuid']), person);
    const again = await owner.ask('POST', `/turns/${waiting.client.slug}/${first['job_uuid']}/cancel`);
    assert.equal(again.json['status'], 'cancelled');
    const entry = await owner.ask('GET', `/audit?client=${waiting.client.slug}&action=turn.cancel`);
    assert.equal(entry.json['data']?.['length'], 1);
    assert.match(String(entry.json['data']?.[0]?.['actor']), /^op:/);
    const other = await owner.ask('POST', `/turns/${slug()}/${first['job_uuid']}/cancel`);
    assert.equal(other.json['code'], 'job_not_found');
    const second = await until(async () => (await list(owner, 'running'))[0]);
    await owner.ask('POST', `/turns/${waiting.client.slug}/${second['job_uuid']}/cancel`);
  });

  test('the entry of a cancelled turn is stored in the transaction that cancels it', async () => {
    const waiting = await world.api.partner({ model: 'openai/mock:silent' });
    const [running, queued] = [await enqueue(waiting), await enqueue(waiting)];
    await owner.ask('POST', `/turns/${waiting.client.slug}/${queued}/cancel`);
    const together = await world.api.database.query<{ one: boolean }>(
      'select a.xmin = t.xmin as one from audit_log a join turns t on t.id::text = a.subject where t.id = $1',
      [queued],
    );
    assert.deepEqual(together, [{ one: true }]);
    // While it is being stopped, no further request changes anything.
    const cancel = () => owner.ask('POST', `/turns/${waiting.client.slug}/${running}/cancel`);
    await Promise.all(Array.from({ length: 8 }, cancel));
    const entries = await world.api.database.query('select id from audit_log where subject = $1', [running]);
    assert.equal(entries.length, 1);
  });

  test('a process that is no longer heard of is shown with its last sign until it is removed', async () => {
    const id = crypto.randomUUID();
    // Recovery removes it at any moment.
    await world.api.database.query(
      `create function keep() returns trigger language plpgsql as $$ begin return null; end $$`,
    );
    await world.api.database.query(
      `create trigger kept before delete on processes for each row execute function keep()`,
    );
    await world.api.database.query(
      `insert into processes (id, lease_until, slots) values ($1, now() - interval '1 second', 3)`,
      [id],
    );
    const { json } = await owner.ask('GET', '/queue');
    const shown = rowsOf(json['processes']).find((row) => row['id'] === id);
    assert.deepEqual([shown?.['live'], typeof shown?.['silent_since']], [false, 'string']);
    assert.equal((await owner.ask('GET', '/overview')).json['processes']?.['live'], 1);
    await world.api.database.query('drop trigger kept on processes');
    await until(
      async () => (await world.api.database.query('select from processes where id = $1', [id])).length === 0,
    );
  });

  test('the doctor names paths and addresses to those who look after the machine only', async () => {
    const shown = async (browser: ConsoleBrowser) => (await browser.ask('GET', '/doctor')).text;
    const dataFolder = String(world.api.services[0]?.dataFolder);
    assert.ok((await shown(owner)).includes(dataFolder));
    const forKeys = await world.api.partner({ scopes: ['admin:operate'] });
    const byKey = (await forKeys.get('/admin/doctor')).text;
    for (const text of [await shown(viewer), byKey]) {
      assert.ok(text.includes('"name":"data folder"'), text);
      assert.ok(!text.includes(dataFolder), text);
      assert.doesNotMatch(text, /127\.0\.0\.1|localhost/);
    }
  });

  test('a process that drains claims no more jobs until it may again', async () => {
    const { json } = await owner.ask('GET', '/queue');
    const id = String(json['processes']?.[0]?.['id']);
    const drained = await owner.ask('POST', `/processes/${id}/drain`, { draining: true });
    assert.equal(drained.json['process']?.['draining'], true, drained.text);
    const waiting = await world.api.partner();
    const job = await enqueue(waiting);
    // The claim is the database's decision, so one attempt by hand says what every worker gets.
    const claimed = await world.api.database.query(`select claim_turns('standard', $1, 1)`, [id]);
    assert.deepEqual(claimed, []);
    const [turn] = await world.api.database.query<{ state: string }>(
      'select state from turns where id = $1',
      [job],
    );
    assert.equal(turn?.state, 'queued');
    await owner.ask('POST', `/processes/${id}/drain`, { draining: false });
    assert.equal((await waiting.finalJob(job, person)).status, 'completed');
  });

  test('a provider is tested by a call, which is audited', async () => {
    const { json } = await owner.ask('POST', '/providers/openai/test');
    assert.deepEqual([json['works'], json['provider']], [true, 'openai'], JSON.stringify(json));
    assert.equal((await owner.ask('POST', '/providers/nothing/test')).status, 404);
  });

  test('an agent is shown with who uses it and what it said before', async () => {
    await owner.ask('POST', '/agents', { slug: 'helper', name: 'Helper', instructions: 'First.' });
    await owner.ask('PATCH', '/agents/helper', { instructions: 'Second.' });
    await owner.ask('PUT', `/clients/${slug()}/agents/helper`);
    const { json } = await owner.ask('GET', '/agents/helper/history');
    assert.deepEqual(json['bound'], { data: [slug()], more: false });
    assert.equal(json['versions']?.[0]?.['before']?.['instructions'], 'First.');
  });

  test('every screen has the shape of its row, and no text or person that it must not show', async () => {
    const rows = Object.entries<Endpoint>({ ...adminEndpoints, ...operatorEndpoints });
    const reads = rows.filter(([, row]) => row.method === 'GET' && !needsQuery(row));
    for (const [name, endpoint] of reads) {
      const path = endpoint.path
        .replace('/admin', '')
        .replace('/agents/:slug', '/agents/assistant')
        .replace(':slug', slug());
      // One entry of a list that is empty here.
      if (path.includes(':')) continue;
      for (const browser of [owner, viewer]) {
        const { status, json, text } = await browser.ask('GET', path);
        if (browser === viewer && status === 403) continue;
        assert.equal(status, 200, `${name} ${text}`);
        const schema = endpoint.answers[200];
        assert.ok(typeof schema === 'object' && schema !== null);
        assert.deepEqual([...Compile(schema).Errors(json)], [], name);
        assert.ok(!text.includes(canary), name);
        if (browser === viewer) assert.ok(!text.includes(person), name);
      }
    }
  });

  test('the page and its answers are for this host alone', async () => {
    const page = await owner.page('/');
    assert.match(String(page.headers['content-security-policy']), /require-trusted-types-for 'script'/);
    assert.match(String(page.headers['content-security-policy']), /frame-ancestors 'none'/);
    assert.match(String(page.headers['permissions-policy']), /publickey-credentials-get=\(self\)/);
    assert.equal((await owner.page('/v1/health')).status, 404);
    const limited = world.browser();
    assert.equal((await limited.ask('GET', '/overview')).status, 401);
  });
});

type Row = Readonly<Record<string, unknown>>;

function rowsOf(data: unknown): Row[] {
  return Array.isArray(data) ? data : [];
}

async function enqueue(partner: Partner): Promise<string> {
  const body = chatBody({ prompt: `${canary} question`, context: { external_user_id: person } });
  const { text } = await partner.post('/jobs', body);
  const job: { readonly job_uuid: string } = JSON.parse(text);
  return job.job_uuid;
}

/** Whether a row must be asked about one person or thing, and so is no screen. */
function needsQuery({ query }: Endpoint): boolean {
  const { required = [] }: { readonly required?: readonly string[] } = query;
  return required.length > 0;
}

export const breaks: readonly Break[] = [
  {
    rule: 'A viewer reads nothing of what one person used',
    file: 'src/core/operations/report-operations.ts',
    replace: '      if (query.user !== undefined) requirePeople(by);\n',
    by: '',
  },
  {
    rule: 'A viewer finds nothing in the audit log by the name of a person',
    file: 'src/core/operations/report-operations.ts',
    replace: 'if (query.actor !== undefined && isHostedUser(query.actor)) requirePeople(by);',
    by: '',
  },
  {
    rule: 'A cancellation that changes nothing is not in the audit log',
    file: 'src/adapters/postgres/turns/turn-endings.ts',
    replace: 'entry === undefined || stored.length === 0 ?',
    by: 'entry === undefined ?',
  },
  {
    rule: 'The entry of a cancelled turn is stored with it',
    file: 'src/adapters/postgres/turns/turn-endings.ts',
    replace: 'store: [...stored, ...noted], afterCommit',
    by: 'store: stored, afterCommit',
  },
  {
    rule: 'A process that is no longer heard of is shown until it is removed',
    file: 'src/adapters/postgres/screens/screen-store.ts',
    replace: 'from processes order by started_at, id`',
    by: 'from processes where lease_until > now() order by started_at, id`',
  },
  {
    rule: 'The doctor keeps paths and addresses from viewers and keys',
    file: 'src/core/operations/doctor-operations.ts',
    replace: 'const present = managesService(by) ? presentFully : presentOpenly;',
    by: 'const present = managesService(by) || true ? presentFully : presentOpenly;',
  },
  {
    rule: 'A process that drains claims nothing',
    file: 'database/functions/7-claim.sql',
    replace: 'and lease_until > now() and not draining',
    by: 'and lease_until > now()',
  },
  {
    rule: 'Operators see how many questions are unanswered, of the last 30 days',
    file: 'src/adapters/postgres/screens/screen-store.ts',
    replace: "and answered_at >= now() - interval '30 days' limit $3",
    by: 'limit $3',
  },
  {
    rule: 'Failures are counted by their codes',
    file: 'src/core/operations/overview-operations.ts',
    replace: 'for (const code of codes) counts.set(code,',
    by: 'for (const code of codes.slice(1)) counts.set(code,',
  },
  {
    rule: 'Refusals stand beside the partner that met them',
    file: 'src/adapters/postgres/numbers/stored-numbers.ts',
    replace: 'from refusal_minutes r join clients c on c.id = r.client_id',
    by: 'from refusal_minutes r join clients c on c.id <> r.client_id',
  },
];
