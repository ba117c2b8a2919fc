import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { storeStatements } from '#adapters/postgres/admissions/store-statements.ts';
import { perDimension } from '#contract/quota.ts';
import type { Admission } from '#core/turn/admission/admission.ts';
import type { TurnToStore } from '#core/turn/admission/turn-to-store.ts';
import type { TurnContext } from '#core/turn/turn.ts';
import type { Break } from '#test/break.ts';
import { type ConversationWorld, openConversationWorld } from '#test/world/conversation-world.ts';
import { buildAdmission } from '#test/world/factories.ts';

const facts = { zone: 'é "quoted" \\ {a,b} NULL', a: '', seats: -0.5, big: 1e308, tiny: 5e-324, trial: true };
const context: TurnContext = { facts, page: { url: 'https://example.com/?a=1,2&b="3"', title: '' } };

describe('What a question came with', () => {
  let world: ConversationWorld;
  before(async () => {
    world = await openConversationWorld();
  });
  beforeEach(() => world.startOver());
  after(() => world[Symbol.asyncDispose]());

  const storedOf = async (turnId: string) => {
    const [row] = await world.database.query('select facts, page from turns where id = $1', [turnId]);
    return row;
  };
  const admit = (more: Partial<Admission>) => {
    const admission = buildAdmission(world.client, world.owner, more);
    return world.turns.admit(admission).then(({ status }) => ({ status, id: admission.turnId }));
  };

  it('is stored with its turn, and with no other one of the same batch', async () => {
    const parts: readonly (TurnContext | null | undefined)[] = [
      context,
      null,
      { facts, page: null },
      undefined,
      { facts: null, page: context.page },
    ];
    const admitted = await Promise.all(
      parts.flatMap((part) =>
        (['stream', 'job'] as const).map((kind) =>
          admit({ kind, ...(part !== undefined && { context: part }) }),
        ),
      ),
    );
    for (const [index, { status, id }] of admitted.entries()) {
      assert.equal(status, 'admitted');
      const part = parts[Math.floor(index / 2)];
      assert.deepEqual(await storedOf(id), { facts: part?.facts ?? null, page: part?.page ?? null });
    }
  });

  it('is stored beside all that a turn can need', async () => {
    const first = await world.answered();
    const { conversationId, userMessageId } = first;
    const imported = [{ id: randomUUID(), role: 'user', content: 'Before', replyTo: null }] as const;
    for (const more of [
      { imported, listing: 'unlisted', context },
      { conversationId, replaces: userMessageId, context },
      { imported, context, kind: 'job', idempotencyKey: 'a key', requestHash: 'a hash' },
    ] as const) {
      const { status, id } = await admit(more);
      assert.equal(status, 'admitted');
      assert.deepEqual(await storedOf(id), { facts, page: context.page });
    }
  });

  it('comes with a job to the process that claims it, also when that claims it again', async () => {
    const job = await world.queued({ context });
    const plain = await world.queued();
    const worker = randomUUID();
    await world.turns.register(worker, 600_000, 20);
    const claim = async () => {
      // Jobs of other tests wait, too.
      const claimed = await world.turns.claim('standard', worker, 20);
      return (of: string) => claimed.find(({ id }) => id === of);
    };
    const first = await claim();
    assert.deepEqual(first(job.turnId)?.context, context);
    assert.equal(first(plain.turnId)?.context, null);
    await world.turns.release(world.client.id, job.turnId, 1);
    const again = (await claim())(job.turnId);
    assert.deepEqual([again?.attempt, again?.context], [2, context]);
  });

  it('goes with its conversation, and with no other', async () => {
    const [gone, kept] = [await world.answered({ context }), await world.answered({ context })];
    const running = await world.running({ context });
    for (const { conversationId } of [gone, running]) {
      await world.conversations.delete(world.owner, conversationId);
    }
    for (const { turnId } of [gone, running])
      assert.deepEqual(await storedOf(turnId), { facts: null, page: null });
    assert.deepEqual(await storedOf(kept.turnId), { facts, page: context.page });
  });

  it('costs the turns without it nothing: their statements have no word of it, and with it there are not more', () => {
    for (const more of [{}, { kind: 'job', idempotencyKey: 'a key', requestHash: 'a hash' }] as const) {
      const [plain, told] = [statementsOf(more), statementsOf({ ...more, context })];
      assert.equal(plain.length, told.length);
      assert.doesNotMatch(plain.map(({ text }) => text).join(), /facts|page|told/);
      assert.match(told.map(({ text }) => text).join(), /facts/);
      assert.deepEqual(statementsOf({ ...more, context: null }), plain);
    }
  });

  function statementsOf(more: Partial<Admission>) {
    const request = buildAdmission(world.client, world.owner, {
      turnId: 'a-turn',
      newConversationId: 'a-conversation',
      userMessageId: 'a-question',
      messageId: 'an-answer',
      processId: 'a-process',
      ...more,
    });
    const turn: TurnToStore = {
      request,
      conversationId: request.newConversationId,
      agentSlug: 'assistant',
      userMessageId: request.userMessageId,
      userSeq: 1,
      answerSeq: 2,
      state: request.kind === 'job' ? 'queued' : 'running',
      isClaimable: request.kind === 'job',
      interrupts: false,
      setsAsideFrom: null,
      isLimited: false,
      guidanceVersion: null,
      renewsKey: false,
      charge: perDimension(() => 0),
      usage: { day: '2030-01-01', at: new Date(0), clientRequests: 0, user: perDimension(() => 0) },
    };
    return storeStatements([turn], new Map());
  }
});

export const breaks: readonly Break[] = [
  {
    rule: 'A turn without facts issues the statements of before',
    file: 'src/adapters/postgres/admissions/store-turns.ts',
    replace: 'tells: turns.some(hasContext),',
    by: 'tells: turns.length > 0,',
  },
  {
    rule: 'Facts are stored with their own turn',
    file: 'src/adapters/postgres/admissions/store-turns.ts',
    replace: 'left join told o on o.turn_id = a.turn_id',
    by: 'left join (select * from told limit 1) o on true',
  },
  {
    rule: 'The parameters of facts come after those of everything else',
    file: 'src/adapters/postgres/admissions/store-turns.ts',
    replace: 'const firstTold = firstGuided + (needs.guides ? guidedParameters : 0);',
    by: 'const firstTold = firstImport;',
  },
  {
    rule: 'A job is claimed with what its question came with',
    file: 'database/functions/7-claim.sql',
    replace: "jsonb_build_object('facts', t.facts, 'page', t.page)",
    by: "jsonb_build_object('facts', t.facts, 'page', null)",
  },
];
