import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import type { Finish } from '#core/turn/turn-store.ts';
import type { Break } from '#test/break.ts';
import { type Ending, VersionModel } from '#test/versions/version-model.ts';
import { type ConversationWorld, openConversationWorld } from '#test/world/conversation-world.ts';
import { buildAdmission, buildFinish } from '#test/world/factories.ts';

/** `of` chooses among the questions that can be meant. */
const step = fc.record({
  kind: fc.constantFrom('ask', 'ask', 'regenerate', 'replace', 'replace', 'interrupt', 'replace again'),
  of: fc.nat(5),
  ending: fc.constantFrom<Ending>('completed', 'completed', 'completed', 'partial', 'stopped', 'given back'),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const endings: Readonly<Record<Ending, Partial<Finish>>> = {
  completed: {},
  partial: { state: 'failed', finishReason: 'error', errorCode: 'provider_error' },
  stopped: { state: 'cancelled', finishReason: 'cancelled', errorCode: 'cancelled', text: '' },
  'given back': {
    state: 'failed',
    finishReason: 'error',
    errorCode: 'provider_error',
    text: '',
    refund: true,
  },
};

let world: ConversationWorld;
before(async () => {
  world = await openConversationWorld();
});
after(() => world[Symbol.asyncDispose]());

it('what is set aside is in no later prompt, count or context, and a version costs what a question costs', () =>
  fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      await world.startOver();
      const played = new PlayedConversation();
      for (const one of steps) await played.play(one);
    }),
    { numRuns: 25, seed: 20_261_121 },
  ));

/** One conversation and its model, side by side. */
class PlayedConversation {
  readonly #model = new VersionModel();
  #conversationId: string | null = null;
  #answers = 0;

  async play({ kind, of, ending }: Step): Promise<void> {
    const { questions, replaced } = this.#model;
    const chosen = questions[of % Math.max(1, questions.length)];
    if (kind === 'replace again') return this.#refuse(replaced[of % Math.max(1, replaced.length)]);
    if (chosen === undefined || kind === 'ask') await this.#answer({ replaces: null }, ending);
    else if (kind === 'regenerate') await this.#answer({ retry: true, prompt: null, replaces: null }, ending);
    else if (kind === 'replace') await this.#answer({ replaces: chosen }, ending);
    else await this.#interrupt(chosen, ending);
    await this.#compare();
  }

  async #answer(more: Readonly<{ replaces: string | null; retry?: boolean; prompt?: null }>, ending: Ending) {
    const { admission, result } = await this.#admit(more);
    assert.equal(result.status, 'admitted');
    this.#model.ask(admission);
    assert.deepEqual(contentsOf(result), this.#model.historyOf(admission.turnId));
    this.#conversationId ??= admission.newConversationId;
    await this.#finish(admission, ending);
  }

  /** The answer that runs is set aside, and ends after that. */
  async #interrupt(replaces: string, ending: Ending): Promise<void> {
    const running = await this.#admit({ replaces: null });
    this.#model.ask(running.admission);
    const { admission, result } = await this.#admit({ replaces, ifBusy: 'interrupt' });
    assert.ok(result.status === 'admitted' && result.state === 'queued');
    this.#model.ask(admission);
    const page = await world.read(this.#conversationId ?? '', { limit: 200, before: null });
    assert.equal(page.activeTurnId, admission.turnId);
    assert.deepEqual(
      page.messages.filter(({ status }) => status === 'streaming').map(({ id }) => id),
      [admission.messageId],
    );
    await this.#finish(running.admission, 'partial');
    const { clientId } = world.owner;
    const begun = await world.turns.begin(clientId, admission.turnId, admission.processId);
    assert.ok(typeof begun !== 'string');
    assert.deepEqual(
      begun.map(({ content }) => content),
      this.#model.historyOf(admission.turnId),
    );
    await this.#finish(admission, ending);
  }

  async #refuse(replaces: string | undefined): Promise<void> {
    if (replaces === undefined) return;
    const { result } = await this.#admit({ replaces });
    assert.equal(result.status, 'message_not_found');
    await this.#compare();
  }

  async #admit(more: object) {
    const admission = buildAdmission(world.client, world.owner, {
      conversationId: this.#conversationId,
      prompt: `Question ${randomUUID()}`,
      ...more,
    });
    return { admission, result: await world.turns.admit(admission) };
  }

  async #finish(
    { turnId, conversationId, newConversationId }: ReturnType<typeof buildAdmission>,
    ending: Ending,
  ) {
    this.#answers += 1;
    const text = `Answer ${this.#answers}`;
    const [{ day } = { day: '' }] = await world.database.query<{ day: string }>('select utc_day() as day');
    const turn = { clientId: world.owner.clientId, turnId, attempt: 1, day };
    const own = { ...turn, conversationId: conversationId ?? newConversationId };
    const finish = buildFinish(own, { text, ...endings[ending] });
    assert.equal(await world.turns.finish(finish), 'stored');
    this.#model.answer(turnId, finish.text, ending);
  }

  async #compare(): Promise<void> {
    const { messages, used } = this.#model;
    const all = await world.read(this.#conversationId ?? '', {
      limit: 200,
      before: null,
      withSetAside: true,
    });
    assert.deepEqual(
      all.messages.map(({ content, setAside }) => [content, setAside]),
      messages.map(({ content, isSetAside }) => [content, isSetAside]),
    );
    const live = messages.filter(({ isSetAside }) => !isSetAside).map(({ content }) => content);
    const page = await world.read(this.#conversationId ?? '', { limit: 200, before: null });
    assert.deepEqual(
      page.messages.map(({ content }) => content),
      live,
    );
    assert.equal(page.conversation.messageCount, live.length);
    assert.deepEqual(
      page.sizes.map(({ bytes }) => bytes),
      live
        .filter((content) => content !== '')
        .map((content) => content.length)
        .toReversed(),
    );
    const [row] = await world.database.query<{ requests: number; of_client: number }>(
      `select u.requests, c.requests as of_client from usage_users u join usage_clients c using (client_id, day)
       where u.client_id = $1`,
      [world.owner.clientId],
    );
    assert.deepEqual(row, { requests: used, of_client: used });
  }
}

function contentsOf(result: object): string[] {
  return 'history' in result && Array.isArray(result.history)
    ? result.history.map(({ content }: { content: string }) => content)
    : [];
}

export const breaks: readonly Break[] = [
  {
    rule: 'An answer that comes when its question is set aside is not streamed to readers of the conversation',
    file: 'src/adapters/postgres/conversations/conversation-sql.ts',
    replace: 'and ($7 or not t.answer_seq <@ c.set_aside)',
    by: '',
  },
  {
    rule: 'The turn of a question that is set aside is not the active one',
    file: 'src/adapters/postgres/conversations/conversation-sql.ts',
    replace: `t.state = 'running'
          and not t.answer_seq <@ c.set_aside)`,
    by: "t.state = 'running')",
  },
];
