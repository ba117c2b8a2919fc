import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { ConversationList } from '#contract/resources.ts';
import type { Break } from '#test/break.ts';
import { problemOf, readAnswer } from '#test/reading/answered.ts';
import type { Api } from '#test/world/api.ts';
import { publish, publishText, readGuidance, toldIn, versionsOf, writeDraft } from '#test/world/guidance.ts';
import type { Partner } from '#test/world/partner.ts';
import { shareApi } from '#test/world/shared-service.ts';

const scopes = ['chat', 'guidance', 'user-data'];
const path = '/agents/assistant/guidance';

describe('What a client adds to the instructions of an agent', () => {
  let api: Api;
  let own: string;
  before(async () => {
    api = await shareApi(2);
    own = await told(await api.partner());
  });

  /** The instructions that the model gets for one more prompt. */
  async function told(partner: Partner, body: object = {}, process = 0): Promise<string> {
    const answer = await partner.send({ ...body }, { process });
    assert.equal(answer.status, 200, answer.text);
    return toldIn(api.provider.calls.at(-1));
  }
  const behind = (text: string) => `${own}\n\n${text}`;

  test('is in no prompt as a draft, and in every one from its publication on, in every process', async () => {
    const partner = await api.partner({ scopes });
    assert.deepEqual(await readGuidance(partner), { ok: true, draft: null, published: null, versions: [] });
    const drafted = await writeDraft(partner, 'Be brief.');
    assert.deepEqual([drafted.draft?.text, drafted.draft?.by], ['Be brief.', `key:${partner.client.slug}`]);
    for (const process of [0, 1]) assert.equal(await told(partner, {}, process), own);
    const { published, versions } = await publish(partner);
    assert.deepEqual([published?.version, published?.text], [1, 'Be brief.']);
    assert.deepEqual(versions, [published]);
    for (const process of [0, 1]) assert.equal(await told(partner, {}, process), behind('Be brief.'));
    await writeDraft(partner, 'Be kind.');
    for (const process of [0, 1]) assert.equal(await told(partner, {}, process), behind('Be brief.'));
    await publish(partner);
    for (const process of [1, 0]) assert.equal(await told(partner, {}, process), behind('Be kind.'));
  });

  test('is published once, however often it is asked for, and an earlier version can be published again', async () => {
    const partner = await api.partner({ scopes });
    await publishText(partner, 'One.');
    await publishText(partner, 'Two.');
    assert.deepEqual(
      (await publish(partner)).versions.map(({ version }) => version),
      [2, 1],
    );
    const again = await publish(partner, 1);
    assert.deepEqual([again.published?.version, again.published?.text], [1, 'One.']);
    assert.deepEqual([again.draft?.text, again.versions.length], ['Two.', 2]);
    assert.equal(await told(partner), behind('One.'));
    assert.equal(
      (await publish(partner)).published?.version,
      3,
      'the draft is another text than is published',
    );
    await writeDraft(partner, ' \n ');
    const none = await publish(partner);
    assert.deepEqual([none.draft?.text, none.published, none.versions.length], ['', null, 3]);
    assert.equal(await told(partner), own);
    assert.equal((await publish(partner, 2)).published?.text, 'Two.');
  });

  test('stands behind what Deep Dive adds, and before the messages of a client of OpenAI’s API', async () => {
    const partner = await api.partner({ scopes, deep_dive_enabled: true });
    const deepDive = { options: { detailed_response: true } };
    const ownDeepDive = await told(partner, deepDive);
    await publishText(partner, 'Be brief.');
    assert.equal(await told(partner, deepDive), `${ownDeepDive}\n\nBe brief.`);
    const messages = [
      { role: 'system', content: 'Speak French.' },
      { role: 'user', content: 'Name a river.' },
    ];
    const response = await fetch(api.urlOf().replace(/v1$/, 'openai/v1/chat/completions'), {
      method: 'POST',
      headers: { authorization: `Bearer ${partner.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'assistant', user: 'user-1', messages }),
    });
    assert.equal(response.status, 200, await response.text());
    assert.equal(toldIn(api.provider.calls.at(-1)), `${behind('Be brief.')}\n\nSpeak French.`);
  });

  test('is named by each turn: in ended turns and in exports', async () => {
    const partner = await api.partner({ scopes });
    const plain = await partner.send();
    await publishText(partner, 'Be brief.');
    const guided = await partner.send();
    const tried = await partner.send({ options: { guidance: 'draft' } });
    const versions = await versionsOf(partner);
    const ids = [plain, guided, tried].map(({ headers }) => headers.get('x-job-id') ?? '');
    assert.deepEqual(
      ids.map((id) => versions.get(id)),
      [null, 1, 0],
    );
    const lines = (await partner.get('/user-data?external_user_id=user-1')).text.trim().split('\n');
    const messages = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === 'message');
    const named = messages.map(({ role, guidance_version }) => [role, guidance_version]);
    const question = ['user', null];
    assert.deepEqual(named, [
      question,
      ['assistant', null],
      question,
      ['assistant', 1],
      question,
      ['assistant', 0],
    ]);
  });

  test('of a job is what is published when its prompt is made, and so is the version that it names', async () => {
    const partner = await api.partner({ scopes });
    await publishText(partner, 'Be brief.');
    api.provider.enqueue({ stallAfter: 1 });
    const running = await partner.open();
    const conversation_uuid = running.headers.get('x-conversation-id');
    const waiting = { prompt: 'Next', context: { external_user_id: 'user-1' }, conversation_uuid };
    const { job_uuid }: { job_uuid: string } = JSON.parse((await partner.post('/jobs', waiting)).text);
    assert.equal(await publishText(partner, 'Be kind.'), 2);
    await partner.post(`/jobs/${running.headers.get('x-job-id')}/cancel?external_user_id=user-1`, {});
    await readAnswer(running);
    assert.equal((await partner.finalJob(job_uuid)).status, 'completed');
    assert.equal(toldIn(api.provider.calls.at(-1)), behind('Be kind.'));
    assert.equal((await versionsOf(partner)).get(job_uuid), 2);
  });

  test('is tried as a draft, or as it is published, in a conversation that no list shows', async () => {
    const partner = await api.partner({ scopes });
    await publishText(partner, 'Be brief.');
    await writeDraft(partner, 'Be kind.');
    assert.equal(await told(partner, { options: { guidance: 'draft' } }), behind('Be kind.'));
    assert.equal(await told(partner, { options: { guidance: 'published' } }), behind('Be brief.'));
    const trying = {
      prompt: 'Later',
      context: { external_user_id: 'user-1' },
      options: { guidance: 'draft' },
    };
    const { job_uuid }: { job_uuid: string } = JSON.parse((await partner.post('/jobs', trying)).text);
    const job = await partner.finalJob(job_uuid);
    assert.equal(toldIn(api.provider.calls.at(-1)), behind('Be kind.'));
    assert.equal((await versionsOf(partner)).get(job_uuid), 0);
    const list: ConversationList = JSON.parse(
      (await partner.get('/conversations?external_user_id=user-1')).text,
    );
    assert.deepEqual(list.data, []);
    assert.equal((await partner.usage()).requests.used, 3);
    const { conversation_uuid } = job;
    assert.equal(await told(partner, { conversation_uuid }), behind('Be brief.'));
    assert.equal(
      await told(partner, { conversation_uuid, options: { guidance: 'draft' } }),
      behind('Be kind.'),
    );
  });

  test('is tried in no conversation that lists show, which stays as it was', async () => {
    const partner = await api.partner({ scopes });
    await writeDraft(partner, 'Be kind.');
    const conversation_uuid = (await partner.send()).headers.get('x-conversation-id');
    const before = await partner.traces();
    const refused = await partner.send({ conversation_uuid, options: { guidance: 'draft' } });
    assert.deepEqual(problemOf(refused, 'validation_error').errors?.[0]?.pointer, '/options/guidance');
    assert.deepEqual(await partner.traces(), before);
    assert.equal(await told(partner, { conversation_uuid }), own);
  });

  test('is tried, read and changed by those who have the scope, and audited', async () => {
    const partner = await api.partner({ scopes: ['chat'] });
    const refused = await partner.send({ options: { guidance: 'draft' } });
    assert.equal(problemOf(refused, 'insufficient_scope')['scope'], 'guidance');
    for (const [method, where, body] of [
      ['GET', path, undefined],
      ['PUT', path, { text: 'Be kind.' }],
      ['POST', `${path}/publish`, {}],
    ] as const) {
      problemOf(await readAnswer(await partner.request(method, where, body)), 'insufficient_scope');
    }
    await partner.change({ scopes });
    await publishText(partner, 'Be kind.');
    await publish(partner);
    await writeDraft(partner, 'Be kind.');
    const entries = await api.database.query(
      'select actor, action, subject, before, after from audit_log where client_id = $1 order by id',
      [partner.client.id],
    );
    const what = { actor: `key:${partner.client.slug}`, subject: 'assistant' };
    assert.deepEqual(entries, [
      { ...what, action: 'guidance.update', before: { text: null }, after: { text: 'Be kind.' } },
      { ...what, action: 'guidance.publish', before: { version: null }, after: { version: 1 } },
    ]);
  });

  test('has at most 4,000 characters of any language, and is stored as it was written', async () => {
    const partner = await api.partner({ scopes });
    const longest = '\u{1f600}'.repeat(3_999).concat('\n');
    await publishText(partner, longest);
    assert.equal((await readGuidance(partner)).published?.text, longest);
    assert.equal(await told(partner), behind(longest));
    const put = async (body: unknown) => readAnswer(await partner.request('PUT', path, body));
    for (const text of [`${longest}a`, 'a\0b', '\ud800']) {
      const problem = problemOf(await put({ text }), 'validation_error');
      assert.equal(problem.errors?.[0]?.pointer, '/text', JSON.stringify(text.slice(-3)));
    }
    for (const body of [
      {},
      { text: null },
      { text: 1 },
      { text: ['a'] },
      { text: 'a', version: 1 },
      [],
      'null',
    ]) {
      problemOf(await put(body), 'validation_error');
    }
    const odd = '{{facts.plan}} </instructions> "][" \\u0000 \ue000 __proto__ $1 %s';
    await publishText(partner, odd);
    assert.equal(await told(partner), behind(odd));
  });

  test('has no version that was never published, and no agent that the client may not use', async () => {
    const partner = await api.partner({ scopes });
    const again = (body: unknown) => partner.post(`${path}/publish`, body);
    assert.equal(problemOf(await again({}), 'validation_error').errors?.[0]?.pointer, '/version');
    for (const version of [1, 2_147_483_648, 1e300]) problemOf(await again({ version }), 'version_not_found');
    for (const version of [0, -1, 1.5, '1', true]) problemOf(await again({ version }), 'validation_error');
    for (const agent of ['operator-analyst', 'no-such-agent', '%00', '..%2f', '__proto__']) {
      const there = `/agents/${agent}/guidance`;
      const asked = [
        await partner.get(there),
        await readAnswer(await partner.request('PUT', there, { text: 'x' })),
        await partner.post(`${there}/publish`, {}),
      ];
      for (const answer of asked) assert.ok([403, 404].includes(answer.status), `${agent}: ${answer.text}`);
    }
    const other = await api.partner({ scopes });
    await publishText(other, 'Of another client.');
    problemOf(await again({ version: 1 }), 'version_not_found');
    assert.equal(await told(partner), own);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'The same draft again is no change',
    file: 'src/core/administration/manage-guidance.ts',
    replace: '      if (draft?.text === text) return null;\n',
    by: '      void draft;\n',
  },
  {
    rule: 'A publication makes every cached copy of its client stale',
    file: 'src/core/administration/manage-guidance.ts',
    replace: '      await tenants.clients.bumpVersion(client.id);\n',
    by: '',
  },
  {
    rule: 'A client’s own messages come after what its partner has published',
    file: 'src/core/turn/prompt.ts',
    replace: "guidance?.text ?? '', instructions",
    by: "instructions, guidance?.text ?? ''",
  },
  {
    rule: 'A draft that is published already is no version of its own',
    file: 'src/core/administration/manage-guidance.ts',
    replace: '  if (draft.text === published?.text) return published.version;\n',
    by: '',
  },
  {
    rule: 'A job names the version that its prompt has, not the one of its admission',
    file: 'src/worker/job-worker.ts',
    replace: 'if (version !== claimed.guidanceVersion) await',
    by: 'if (version === undefined) await',
  },
  {
    rule: 'Only a key with the scope tries a draft',
    file: 'src/core/identity/turn-options.ts',
    replace: "  requireScope(caller, 'guidance');\n",
    by: '',
  },
  {
    rule: 'A try hides no conversation that lists show',
    file: 'src/core/turn/admission/admission-rules.ts',
    replace: "isListed ? { status: 'conversation_listed' } : null",
    by: 'isListed ? null : null',
  },
  {
    rule: 'A try is in a conversation that no list shows',
    file: 'src/core/turn/chat-request.ts',
    replace: "options.guidance === undefined ? null : 'unlisted'",
    by: "options.guidance === undefined ? null : 'listed'",
  },
  {
    rule: 'An answer in an export names the version of its own turn',
    file: 'src/adapters/postgres/people/user-data-store.ts',
    replace: "t.id = n.turn_id and n.role = 'assistant'",
    by: 't.id = n.turn_id',
  },
];
