import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { GuidanceAnswer } from '#contract/partners/guidance.ts';
import type { Break } from '#test/break.ts';
import type { FormBrowser } from '#test/browser/form-browser.ts';
import { tablesWith } from '#test/people/search-dump.ts';
import { until } from '#test/reading/until.ts';
import { eventsOf } from '#test/tools/partner-tools.ts';
import { readGuidance, toldIn } from '#test/world/guidance.ts';
import type { Hosted, Tenant } from '#test/world/hosted.ts';
import { Partner } from '#test/world/partner.ts';
import { shareHosted } from '#test/world/shared-service.ts';

const path = '/account/api/agents/assistant/guidance';

describe('The guidance of a tenant', () => {
  let hosted: Hosted;
  let tenant: Tenant;
  let partner: Partner;
  before(async () => {
    hosted = await shareHosted();
  });

  async function begin(scopes: readonly string[] = ['chat', 'guidance']): Promise<void> {
    tenant = await hosted.tenant({ scopes });
    partner = new Partner(hosted.api, tenant.client, tenant.key);
  }

  async function ask(browser: FormBrowser, where: string, body?: object, method = 'POST') {
    const headers = { origin: tenant.url().slice(0, -1), 'content-type': 'application/json' };
    const visit = body === undefined ? { headers } : { method, headers, body: JSON.stringify(body) };
    return browser.visit(tenant.url(where), visit);
  }

  async function guidanceBy(
    browser: FormBrowser,
    where: string,
    body: object,
    method?: string,
  ): Promise<GuidanceAnswer> {
    const { status, text } = await ask(browser, where, body, method);
    assert.equal(status, 200, text);
    return JSON.parse(text);
  }

  const told = () => toldIn(hosted.api.provider.calls.at(-1));

  test('is written, tried and published by its administrators, who are named to their own people', async () => {
    await begin();
    const { browser, user } = await tenant.visitor({ admin: true });
    await ask(browser, '/chat/stream', { prompt: 'A question' });
    const own = told();
    const drafted = await guidanceBy(browser, path, { text: 'Be kind.' }, 'PUT');
    assert.equal(drafted.draft?.by, `hu:${user.id}`);
    const tried = await ask(browser, '/chat/stream', { prompt: 'A try', options: { guidance: 'draft' } });
    assert.equal(tried.status, 200, tried.text);
    assert.equal(told(), `${own}\n\nBe kind.`);
    const compared = { prompt: 'A try', options: { guidance: 'published' } };
    assert.equal((await ask(browser, '/chat/stream', compared)).status, 200);
    assert.equal(told(), own);
    const { published } = await guidanceBy(browser, `${path}/publish`, {});
    assert.deepEqual([published?.version, published?.by], [1, `hu:${user.id}`]);
    await ask(browser, '/chat/stream', { prompt: 'A question' });
    assert.equal(told(), `${own}\n\nBe kind.`);
    const list = JSON.parse((await browser.visit(tenant.url('/chat/conversations'))).text);
    assert.equal(list.data.length, 2, 'a try is in a list');
  });

  test('is not tried by anybody else, and by nobody where the tenant has no scope for it', async () => {
    await begin();
    const trying = { prompt: 'A try', options: { guidance: 'draft' } };
    const before = await partner.traces();
    const user = await tenant.visitor();
    const refused = await ask(user.browser, '/chat/stream', trying);
    assert.deepEqual([refused.status, JSON.parse(refused.text).code], [403, 'admin_required']);
    const minted = await hosted.browser().visit(tenant.url('/chat/stream'), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await tenant.token('user-1')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(trying),
    });
    assert.deepEqual([minted.status, JSON.parse(minted.text).code], [403, 'admin_required']);
    assert.deepEqual(await partner.traces(), before);
    await begin(['chat', 'webhooks', 'user-data']);
    const { browser } = await tenant.visitor({ admin: true });
    for (const answer of [
      await ask(browser, '/chat/stream', trying),
      await ask(browser, path),
      await ask(browser, path, { text: 'Be kind.' }, 'PUT'),
      await ask(browser, `${path}/publish`, {}),
    ]) {
      assert.deepEqual([answer.status, JSON.parse(answer.text).code], [403, 'insufficient_scope']);
    }
  });

  test('names whoever runs the service to nobody but operators', async () => {
    await begin();
    const { guidance } = hosted.administration;
    const operator = { kind: 'operator-cli', by: 'root@machine' } as const;
    await guidance.updateDraft(operator, tenant.slug, 'assistant', 'Be kind.');
    await guidance.publish(operator, tenant.slug, 'assistant');
    const seen = await readGuidance(partner);
    assert.deepEqual([seen.draft?.by, seen.published?.by, seen.versions[0]?.by], Array(3).fill('operator'));
    const { browser } = await tenant.visitor({ admin: true });
    assert.ok(!(await ask(browser, path)).text.includes('root'));
  });

  test('shows its last fifty versions, and the partner is told of each that is published', async () => {
    await begin(['chat', 'guidance', 'webhooks']);
    await partner.get('/events');
    const { guidance } = hosted.administration;
    const operator = { kind: 'operator-cli' } as const;
    await guidance.updateDraft(operator, tenant.slug, 'assistant', 'Be kind.');
    await guidance.publish(operator, tenant.slug, 'assistant');
    await hosted.api.database.query(
      `insert into guidance_versions (client_id, agent_slug, version, text, published_by)
       select client_id, agent_slug, n, 'Be kind.', published_by from guidance_versions, generate_series(2, 51) n
       where client_id = $1`,
      [tenant.client.id],
    );
    assert.equal((await partner.post('/agents/assistant/guidance/publish', { version: 2 })).status, 200);
    const { published, versions } = await readGuidance(partner);
    const last = versions.at(-1);
    assert.deepEqual([versions.length, published?.version, last?.version], [50, 2, 2]);
    assert.deepEqual([published?.by, last?.by], [`key:${tenant.slug}`, 'operator']);
    assert.ok((published?.published_at ?? '') > (last?.published_at ?? ''));
    const [first] = await eventsOf(partner, 'client.updated', 1);
    assert.deepEqual(first, { changed: ['guidance'] });
  });

  test('stays when its author is erased, without the author', async () => {
    await begin(['chat', 'guidance', 'user-data']);
    const author = await tenant.visitor({ admin: true });
    const { browser } = await tenant.visitor({ admin: true });
    await guidanceBy(author.browser, path, { text: 'Be kind.' }, 'PUT');
    await guidanceBy(author.browser, `${path}/publish`, {});
    await guidanceBy(author.browser, path, { text: 'Be brief.' }, 'PUT');
    const erase = `/account/api/user-data?identity=hu:${author.user.id}`;
    await until(async () => {
      const { status, text } = await ask(browser, erase, {}, 'DELETE');
      assert.equal(status, 202, text);
      return JSON.parse(text).status === 'erased';
    });
    assert.deepEqual(await tablesWith(hosted.api.database, [author.user.id]), []);
    const { draft, published, versions } = await readGuidance(partner);
    assert.deepEqual([draft?.text, published?.text], ['Be brief.', 'Be kind.']);
    for (const by of [draft?.by, published?.by, versions[0]?.by]) assert.match(by ?? '', /^hu:erased:/);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'An erasure leaves no author of a published version',
    file: 'src/adapters/postgres/people/held-tables.ts',
    replace: "set: 'published_by = $3',",
    by: "set: 'published_by = x.published_by',",
  },
  {
    rule: 'A partner does not learn which operator wrote for it',
    file: 'src/core/operations/client/guidance.ts',
    replace: "return isPartner && isOperators ? 'operator' : name;",
    by: 'return name;',
  },
  {
    rule: 'Who may try guidance on the hosted pages is an administrator',
    file: 'src/core/identity/turn-options.ts',
    replace: "if (caller.kind !== 'api' && !caller.admin) throw errors.adminRequired();",
    by: '',
  },
  {
    rule: 'The last fifty versions of guidance are shown',
    file: 'src/adapters/postgres/administration/guidance-store.ts',
    replace: 'order by v.version desc limit $3) v) as versions',
    by: 'order by v.version desc limit greatest($3, 99)) v) as versions',
  },
  {
    rule: 'A partner is told that guidance was published',
    file: 'src/core/administration/manage-guidance.ts',
    replace: "if (client.usesEvents && change.action === 'guidance.publish') {",
    by: "if (!client.usesEvents && change.action === 'guidance.publish') {",
  },
  {
    rule: 'What is published has the author and the time of its last publication',
    file: 'src/adapters/postgres/administration/guidance-store.ts',
    replace: "'at', g.published_at, 'by', g.published_by)",
    by: "'at', v.published_at, 'by', v.published_by)",
  },
];
