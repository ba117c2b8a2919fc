import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Random } from '#test/batches/random.ts';
import type { Break } from '#test/break.ts';
import { playCanaries } from '#test/knowledge/canary-matrix.ts';
import { ballast, deleteDocument, fenceIn, putDocument, sourcesIn } from '#test/knowledge/documents.ts';
import { complete } from '#test/openai/completion.ts';
import { problemOf } from '#test/reading/answered.ts';
import { readPrompt } from '#test/reading/told-context.ts';
import type { Partner } from '#test/world/partner.ts';
import { openToldWorld, type ToldWorld, withContext } from '#test/world/told-world.ts';

const shipping = 'Parcels to Norway take nine days, and customs may open them.';
const returns = 'Returns are free within thirty days.';
const discount = 'Members of the team plan pay half for shipping to Norway.';
const question = 'How long does a parcel to Norway take?';

const knowing = { scopes: ['chat', 'knowledge'], deep_dive_enabled: true, default_agent: 'seller' };

describe('What documents say', () => {
  let world: ToldWorld;
  before(async () => {
    world = await openToldWorld();
  });
  after(() => world[Symbol.asyncDispose]());

  const partnerWith = async (...texts: readonly string[]) => {
    const partner = await world.hosted.api.partner(knowing);
    for (const [index, text] of texts.entries()) await putDocument(partner, { id: `d${index}`, text });
    return partner;
  };
  const askedBy = async (partner: Partner, prompt: string, more: object = {}, process = 0) => {
    const answer = await partner.send({ prompt, ...more }, { process });
    assert.equal(answer.status, 200, answer.text);
    return { ...readPrompt(world.lastCall()), answer };
  };

  test('is in the next prompt, in every process, and no longer when the document is gone', async () => {
    const partner = await partnerWith();
    assert.equal(sourcesIn((await askedBy(partner, question)).system), null);
    for (const process of [1, 0]) {
      await putDocument(partner, { id: 'shipping', text: shipping }, { process });
      assert.equal(
        sourcesIn((await askedBy(partner, question, {}, 1 - process)).system),
        `[1] shipping\n${shipping}`,
      );
      await deleteDocument(partner, 'shipping', { process: 1 - process });
      const { system, before } = await askedBy(partner, question, {}, process);
      assert.deepEqual([sourcesIn(system), before], [null, '']);
    }
  });

  test('stands behind the instructions where it is little, and in no other client’s prompt', async () => {
    const [partner, other] = [await partnerWith(shipping, returns), await partnerWith()];
    const { system, before } = await askedBy(partner, question);
    assert.match(system, /^You help\.\n\nBe brief\.\n\nThese are the documents/);
    assert.match(system, /The plan is \[\], of \[\] seats\.$/);
    assert.equal(sourcesIn(system), `[1] d0\n${shipping}\n\n[2] d1\n${returns}`);
    assert.equal(before, '');
    assert.equal(sourcesIn((await askedBy(other, question)).system), null);
  });

  test('stands in front of the question where there is much, in this turn only', async () => {
    const partner = await partnerWith(shipping, ballast);
    const first = await askedBy(partner, question, withContext({ facts: { plan: 'pro' } }));
    assert.equal(sourcesIn(first.system), null);
    assert.match(first.before, /^The application knows[\s\S]*<facts[\s\S]*These parts of the documents/);
    assert.ok(sourcesIn(first.before)?.startsWith(`[1] d0\n${shipping}`), first.before);
    const conversation_uuid = first.answer.headers.get('x-conversation-id');
    const next = await askedBy(partner, 'And what do customs do in Norway?', { conversation_uuid });
    const history = world.lastCall().messages.slice(1, -1);
    assert.doesNotMatch(JSON.stringify(history), /nine days|sources/);
    assert.notEqual(fenceIn(next.before), fenceIn(first.before));
  });

  test('follows the question before, which a short one may be about', async () => {
    const partner = await partnerWith(shipping, ballast);
    const { answer } = await askedBy(partner, question);
    const conversation_uuid = answer.headers.get('x-conversation-id');
    const { before } = await askedBy(partner, 'And why so?', { conversation_uuid });
    assert.match(sourcesIn(before) ?? '', /nine days/);
  });

  test('is said to be nothing where nothing matches', async () => {
    const partner = await partnerWith(shipping, ballast);
    const { before } = await askedBy(partner, 'Who painted that famous ceiling?');
    assert.match(before, /no source matches the question/);
    assert.equal(sourcesIn(before), null);
  });

  test('is the same in a job, a Deep Dive, another answer, below /openai/v1 and on the tenant’s page', async () => {
    const { partner, tenant } = world;
    await partner.change({ scopes: knowing.scopes });
    for (const [index, text] of [shipping, returns].entries())
      await putDocument(partner, { id: `d${index}`, text });
    const { system, answer } = await askedBy(partner, question);
    const expected = sourcesIn(system);
    const conversation_uuid = answer.headers.get('x-conversation-id');
    const ways: Readonly<Record<string, () => Promise<unknown>>> = {
      job: async () => {
        const { text } = await partner.post('/jobs', { prompt: question, ...withContext({}) });
        await partner.finalJob(JSON.parse(text).job_uuid);
      },
      deep: () => partner.send({ prompt: question, options: { detailed_response: true } }),
      regenerated: () =>
        partner.send({ prompt: undefined, conversation_uuid, options: { regenerate: true } }),
      completion: () => complete(partner, { model: 'seller' }),
      response: () =>
        partner.post('/../openai/v1/responses', { model: 'seller', user: 'user-1', input: question }),
      page: async () => {
        const headers = {
          authorization: `Bearer ${await tenant.token('user-1')}`,
          'content-type': 'application/json',
        };
        const request = { method: 'POST', headers, body: JSON.stringify({ prompt: question }) };
        await world.hosted.browser().visit(tenant.url('/chat/stream'), request);
      },
    };
    for (const [name, ask] of Object.entries(ways)) {
      const known = world.calls.length;
      await ask();
      assert.equal(world.calls.length, known + 1, name);
      assert.equal(sourcesIn(readPrompt(world.lastCall()).system), expected, name);
    }
  });

  test('counts in turns whose facts meet what it requires', async () => {
    const partner = await partnerWith(shipping);
    await putDocument(partner, { id: 'team', text: discount, requires: { plan: ['team', 2], paid: [true] } });
    const sourcesWith = async (facts: object) => {
      const { system } = await askedBy(partner, question, withContext({ facts }));
      return /half for shipping/.test(sourcesIn(system) ?? '');
    };
    assert.equal(await sourcesWith({ plan: 'team', paid: true }), true);
    assert.equal(await sourcesWith({ plan: 2, paid: true, more: 1 }), true);
    for (const facts of [
      {},
      { plan: 'team' },
      { paid: true },
      { plan: '2', paid: true },
      { plan: 'team', paid: 'true' },
      { plan: 'Team', paid: true },
    ]) {
      assert.equal(await sourcesWith(facts), false, JSON.stringify(facts));
    }
    const page = { page: { plan: 'team', paid: 'true' } };
    assert.doesNotMatch((await askedBy(partner, question, withContext(page))).system, /half for shipping/);
  });

  test('is what `sources` says that a question would find', async () => {
    const partner = await partnerWith(shipping, ballast);
    await putDocument(partner, { id: 'team', text: discount, requires: { plan: ['team'] } });
    const ask = async (body: object) => {
      const { status, text } = await partner.post('/agents/seller/sources', body);
      assert.equal(status, 200, text);
      const { mode, data }: { mode: string; data: { document_id: string; score: number }[] } =
        JSON.parse(text);
      return { mode, ids: data.map((each) => each.document_id), best: data[0] };
    };
    const found = await ask({ q: question, facts: { plan: 'team' } });
    assert.deepEqual([found.mode, found.ids.slice(0, 2)], ['found', ['d0', 'team']]);
    assert.deepEqual(
      { ...found.best, score: 0 },
      { source: 'client', document_id: 'd0', title: 'd0', heading: '', text: shipping, score: 0 },
    );
    assert.ok((found.best?.score ?? 0) > 0);
    assert.equal((await ask({ q: question })).ids.includes('team'), false);
    assert.deepEqual(await ask({ q: 'Who painted that famous ceiling?' }), {
      mode: 'none',
      ids: [],
      best: undefined,
    });
    const few = await partnerWith(returns);
    const whole = JSON.parse((await few.post('/agents/seller/sources', { q: question })).text);
    assert.deepEqual([whole.mode, whole.data[0].score, whole.data[0].text], ['whole', null, returns]);
    problemOf(await partner.post('/agents/unknown/sources', { q: question }), 'agent_not_allowed');
    const wrong = problemOf(
      await partner.post('/agents/seller/sources', { q: question, facts: { plan: [] } }),
      'validation_error',
    );
    assert.equal(wrong.errors?.[0]?.pointer, '/facts/plan');
  });

  test('of others, of other plans and of the past reaches the provider by no way', async () => {
    const { had, spared } = await playCanaries(world.hosted, { rounds: 30, random: new Random(7) });
    assert.ok(had >= 3 && spared >= 10, `${had} and ${spared}`);
  });

  test('cannot be left out: where it cannot be searched, the turn fails and is refunded', async () => {
    const [partner, other] = [await partnerWith(shipping, ballast), await partnerWith()];
    const { database } = world.hosted.api;
    const known = world.calls.length;
    await database.transaction(async (transaction) => {
      await transaction.query('lock table lexemes in access exclusive mode');
      const refused = await partner.send({ prompt: question });
      problemOf(refused, 'unavailable');
      const job = await partner.finalJob(refused.headers.get('x-job-id') ?? null);
      assert.deepEqual([job.status, job.error?.code, job.charged.refunded], ['failed', 'unavailable', true]);
      assert.equal(world.calls.length, known);
      assert.equal((await other.send({ prompt: question })).status, 200);
    });
    assert.match(sourcesIn((await askedBy(partner, question)).before) ?? '', /nine days/);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A document is used by turns whose facts meet what it requires',
    file: 'database/functions/14-lexemes.sql',
    replace: '(r.value @> (p_facts -> r.key)) is not true',
    by: 'false',
  },
  {
    rule: 'What a document requires must be among the facts',
    file: 'database/functions/14-lexemes.sql',
    replace: '(r.value @> (p_facts -> r.key)) is not true',
    by: 'not (r.value @> (p_facts -> r.key))',
  },
  {
    rule: 'Found sources stand with the question',
    file: 'src/core/turn/prompt.ts',
    replace: '[...describeContext(facts, context?.page ?? null), found]',
    by: 'describeContext(facts, context?.page ?? null)',
  },
  {
    rule: 'A question is searched with the one before',
    file: 'src/core/turn/turn-sources.ts',
    replace: "history.find(({ role }) => role === 'user')?.content ?? null",
    by: 'null',
  },
  {
    rule: 'An answer never goes without the documents that cannot be searched',
    file: 'src/core/turn/turn-sources.ts',
    replace: "    ended('failed');\n    throw error;",
    by: "    ended('failed');\n    if (error !== undefined) return null;\n    throw error;",
  },
  {
    rule: 'A search that takes too long fails',
    file: 'src/core/turn/run-turn.ts',
    replace: "end: { kind: 'failed', code: 'unavailable' }",
    by: "end: { kind: 'failed', code: 'internal_error' }",
  },
];
