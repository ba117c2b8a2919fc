import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { newId } from '#core/shared/new-id.ts';
import { assemblePrompt, buildPrompt, type PromptParts } from '#core/turn/prompt.ts';
import { brandAdmitted, type HistoryMessage, type TurnFacts } from '#core/turn/turn.ts';
import type { Break } from '#test/break.ts';
import { buildLiveTurn } from '#test/world/live-turn.ts';

/** Three quarters of this window are left to the prompt, less 6 tokens of instructions ("Help."), at 4 bytes a token. */
const windowTokens = 4_000;
const roomBytes = (3_000 - 6) * 4;

const noSources = { whole: '', found: '' };

const exchange = fc.record({
  question: fc.integer({ min: 1, max: 700 }),
  answer: fc.integer({ min: 1, max: 1_500 }),
});

describe('The history of a prompt', () => {
  const conversations = {
    'is all that came before': (history: readonly HistoryMessage[]) => history,
    'was read from its newest part only': (history: readonly HistoryMessage[]) => newestPart(history),
  };
  for (const [name, read] of Object.entries(conversations)) {
    it(`begins alike until a quarter of the room is full, fits, and has the newest, where it ${name}`, () => {
      fc.assert(
        fc.property(fc.array(exchange, { minLength: 20, maxLength: 80 }), (exchanges) => {
          const history: HistoryMessage[] = [];
          const beginnings: string[] = [];
          let at = 0;
          for (const { question, answer } of exchanges) {
            const asked = message('user', question);
            const prompt = promptOf(read(history), asked.content);
            assert.ok(bytesOf(prompt) <= roomBytes);
            assert.equal(prompt.at(-1)?.content, asked.content);
            assert.deepEqual(
              prompt.slice(0, -1).map(({ content }) => content),
              history.map(({ content }) => content).slice(history.length - prompt.length + 1),
            );
            if (history.length > 0) assert.ok(prompt.length >= 3);
            const first = history[history.length - prompt.length + 1] ?? asked;
            at += question + 16;
            if (beginnings.at(-1) !== first.id) beginnings.push(first.id);
            at += answer + 16;
            history.push(asked, message('assistant', answer, asked.id));
          }
          // The first beginning is the conversation's own.
          const steps = beginnings.length - 1;
          assert.ok(steps <= Math.ceil(Math.max(0, at - roomBytes) / (roomBytes / 4)));
        }),
      );
    });
  }

  it('keeps a large last exchange that fits, even where a step would leave it out', () => {
    const [first, second] = [message('user', 2_000), message('user', 11_000)];
    assert.deepEqual(promptOf([first, second], 'And?'), [
      { role: 'user', content: second.content },
      { role: 'user', content: 'And?' },
    ]);
  });

  it('is left out where not even the last exchange fits', () => {
    const asked = message('user', 11_000);
    const history = [asked, message('assistant', 1_000, asked.id)];
    assert.deepEqual(promptOf(history, 'And?'), [{ role: 'user', content: 'And?' }]);
  });

  it('begins with a question, even where a step falls between a question and its answer', () => {
    const asked = message('user', 3_000);
    const history = [asked, message('assistant', 5_000, asked.id), message('user', 4_000)];
    assert.deepEqual(
      promptOf(history, 'And?').map(({ role }) => role),
      ['user', 'user'],
    );
  });

  it('has answers without the marks of their citations, and begins where it would with them', () => {
    const ask = 'What does [1] say?'.padEnd(500, '?');
    const cited = `${'x'.repeat(300)}${' [1]'.repeat(50)}`;
    const historyWith = (answer: string) =>
      Array.from({ length: 40 }, (_, index) =>
        index % 2 === 0
          ? { ...message('user', 0), content: ask }
          : { ...message('assistant', 0), content: answer },
      );
    const prompt = promptOf(historyWith(cited), 'And?').slice(0, -1);
    assert.deepEqual(new Set(prompt.map(({ content }) => content)), new Set([ask, 'x'.repeat(300)]));
    assert.equal(prompt.length, promptOf(historyWith('x'.repeat(500)), 'And?').length - 1);
  });

  it('leaves room for the instructions', () => {
    const history = [message('user', 5_000), message('user', 5_000)];
    const instructions = 'x'.repeat(4_000);
    assert.equal(promptOf(history, 'And?').length, 3);
    assert.equal(promptOf(history, 'And?', instructions).length, 2);
  });
});

describe('The parts of a prompt', () => {
  const none: PromptParts = { stable: [], personal: '', history: [], context: [], question: 'And?' };
  const assemble = (parts: Partial<PromptParts>) => assemblePrompt({ ...none, ...parts }, windowTokens);
  const long = Array.from({ length: 40 }, (_, index) =>
    message(index % 2 === 0 ? 'user' : 'assistant', 500),
  ).toReversed();

  it('are told in their order, and what differs with the person in a block of its own', () => {
    const { instructions } = assemble({ stable: ['Agent.', '', 'Own.'], personal: 'They pay.' });
    assert.deepEqual(instructions, { stable: 'Agent.\n\nOwn.', personal: 'They pay.' });
  });

  it('are the agent’s instructions, those for a Deep Dive, and the client’s own', () => {
    const { turn } = buildLiveTurn({ instructions: 'Be brief.' });
    const agent = { ...turn.agent, deepDive: { ...turn.agent.deepDive, instructions: 'Think.' } };
    const stableOf = (isDeep: boolean) =>
      buildPrompt({ ...turn, agent, deepDive: isDeep }, windowTokens, noSources).instructions.stable;
    assert.deepEqual(
      [stableOf(false), stableOf(true)],
      ['Help.\n\nBe brief.', 'Help.\n\nThink.\n\nBe brief.'],
    );
  });

  it('have the context in front of the question, where there is some', () => {
    assert.deepEqual(assemble({}).messages, [{ role: 'user', content: 'And?' }]);
    assert.deepEqual(assemble({ context: ['Facts.', '', 'Page.'] }).messages, [
      { role: 'user', content: 'And?', context: 'Facts.\n\nPage.' },
    ]);
  });

  it('fit together, whatever is in front of the question, and history makes room for it', () => {
    for (const bytes of [1, 700, 5_000, 20_000]) {
      const { messages } = assemble({ history: long, context: ['x'.repeat(bytes)] });
      const room = 3_000 * 4 - 16 - bytes;
      assert.ok(messages.length === 1 || bytesOf(messages) <= room, `${bytes}`);
      assert.equal(messages.length === 1, bytes === 20_000);
    }
  });

  it('begin alike in turns whose contexts differ a little', () => {
    const lengths = [1, 300, 700].map(
      (bytes) => assemble({ history: long, context: ['x'.repeat(bytes)] }).messages.length,
    );
    assert.equal(new Set(lengths).size, 1);
  });

  it('have the facts and the page of a turn in front of its question, and its facts last in the instructions', () => {
    const context = { facts: { plan: 'pro' }, page: { title: 'Prices' } };
    const built = buildPrompt(
      turnOf('Help.\n\nPlan: {{facts.plan}}.', { context, prompt: 'And?' }),
      windowTokens,
      noSources,
    );
    assert.deepEqual(built.instructions, { stable: 'Help.\n\nBe brief.', personal: 'Plan: pro.' });
    const [question, ...more] = built.messages;
    assert.deepEqual([question?.content, more], ['And?', []]);
    assert.match(question?.context ?? '', /{"plan":"pro"}[\s\S]*{"title":"Prices"}/);
    const plain = buildPrompt(
      turnOf('Help.\n\nPlan: {{facts.plan}}.', { prompt: 'And?' }),
      windowTokens,
      noSources,
    );
    assert.deepEqual(plain.instructions, { stable: 'Help.\n\nBe brief.', personal: 'Plan: .' });
    assert.deepEqual(plain.messages, [{ role: 'user', content: 'And?' }]);
  });

  it('have documents behind the instructions or in front of the question, as far as they are there', () => {
    const built = (sources: { whole: string; found: string }) => {
      const context = { facts: { plan: 'pro' }, page: null };
      return buildPrompt(turnOf('Help.\n\nPlan: {{facts.plan}}.', { context }), windowTokens, sources);
    };
    const whole = built({ whole: 'All.', found: '' });
    assert.deepEqual(whole.instructions, { stable: 'Help.\n\nBe brief.\n\nAll.', personal: 'Plan: pro.' });
    assert.match(whole.messages[0]?.context ?? '', /<\/facts [0-9a-f]+>$/);
    const found = built({ whole: '', found: 'Some.' });
    assert.deepEqual(found.instructions, { stable: 'Help.\n\nBe brief.', personal: 'Plan: pro.' });
    assert.match(found.messages[0]?.context ?? '', /<\/facts [0-9a-f]+>\n\nSome\.$/);
  });

  it('leave room for what differs with the person', () => {
    const history = [message('user', 5_000), message('user', 5_000)];
    assert.equal(assemble({ history }).messages.length, 3);
    assert.equal(assemble({ history, personal: 'x'.repeat(4_000) }).messages.length, 2);
  });
});

function promptOf(oldestFirst: readonly HistoryMessage[], prompt: string, instructions = '') {
  const { turn } = buildLiveTurn({ history: oldestFirst.toReversed(), prompt, instructions });
  return buildPrompt(turn, windowTokens, noSources).messages;
}

/** A turn of an agent with these instructions, and of a client with its own. */
function turnOf(instructions: string, more: Partial<TurnFacts>) {
  const { turn } = buildLiveTurn({ instructions: 'Be brief.', ...more });
  return brandAdmitted(turn, turn.client, { ...turn.agent, instructions });
}

function message(role: 'user' | 'assistant', bytes: number, replyTo: string | null = null): HistoryMessage {
  return { id: newId(), role, content: 'x'.repeat(bytes), replyTo };
}

/** As the store reads it: about as much as the room can hold, with what comes before each. */
function newestPart(history: readonly HistoryMessage[]): HistoryMessage[] {
  let bytes = 0;
  const placed = history.map((one, messages) => {
    const before = { messages, bytes };
    bytes += one.content.length;
    return { ...one, before };
  });
  return placed.filter(({ before }) => bytes - before.bytes <= 12_000);
}

function bytesOf(messages: readonly { readonly content: string }[]): number {
  return messages.reduce((sum, { content }) => sum + content.length + 16, 0);
}

export const breaks: readonly Break[] = [
  {
    rule: 'A whole corpus stands behind all that is stable',
    file: 'src/core/turn/prompt.ts',
    replace: "guidance?.text ?? '', instructions, whole]",
    by: "whole, guidance?.text ?? '', instructions]",
  },
  {
    rule: 'Found sources stand behind facts and page',
    file: 'src/core/turn/prompt.ts',
    replace: '[...describeContext(facts, context?.page ?? null), found]',
    by: '[found, ...describeContext(facts, context?.page ?? null)]',
  },
  {
    rule: 'What a question comes with stands in front of it',
    file: 'src/core/turn/prompt.ts',
    replace: 'context: [...describeContext(facts, context?.page ?? null), found],',
    by: 'context: [found],',
  },
  {
    rule: 'Instructions that are filled in for a person stand last',
    file: 'src/core/turn/prompt.ts',
    replace: 'personal: joinBlocks([own.personal, ofDeepDive.personal]),',
    by: "personal: '',",
  },
  {
    rule: 'Answers in a prompt have no marks of citations',
    file: 'src/core/turn/prompt.ts',
    replace: "role === 'assistant' ? withoutCitationMarks(content) : content",
    by: 'content',
  },
  {
    rule: 'A question keeps what looks like a mark',
    file: 'src/core/turn/prompt.ts',
    replace: "role === 'assistant' ? withoutCitationMarks(content) : content",
    by: 'withoutCitationMarks(content)',
  },
  {
    rule: 'The room of an answer is that of its stored text, with its marks',
    file: 'src/core/turn/prompt.ts',
    replace: 'newestFirst.toReversed();',
    by: 'newestFirst.toReversed().map((one) => ({ ...one, ...asRead(one) }));',
  },
  {
    rule: 'The client’s own instructions follow those of the agent',
    file: 'src/core/turn/prompt.ts',
    replace: "[own.stable, ofDeepDive.stable, guidance?.text ?? '', instructions, whole]",
    by: "[instructions, own.stable, ofDeepDive.stable, guidance?.text ?? '', whole]",
  },
  {
    rule: 'What differs with the person takes room',
    file: 'src/core/turn/prompt.ts',
    replace: 'joinBlocks([instructions.stable, personal])',
    by: 'joinBlocks([instructions.stable])',
  },
  {
    rule: 'What is in front of a question takes room from the history',
    file: 'src/core/turn/prompt.ts',
    replace: ' - contextRoom(context, tokens)',
    by: '',
  },
  {
    rule: 'What is in front of a question takes room in steps, so that prompts begin alike',
    file: 'src/core/turn/prompt.ts',
    replace: 'Math.max(1, Math.floor(tokens / contextSteps))',
    by: '1',
  },
  {
    rule: 'History that no longer fits is left out in steps, so that prompts begin alike',
    file: 'src/core/turn/prompt.ts',
    replace: 'Math.max(0, Math.ceil((end - roomBytes) / stepBytes)) * stepBytes',
    by: 'Math.max(0, end - roomBytes)',
  },
  {
    rule: 'The steps of a prompt are counted from the beginning of the conversation, whatever was read of it',
    file: 'src/core/turn/prompt.ts',
    replace: 'history[0]?.before)',
    by: 'undefined)',
  },
  {
    rule: 'A step leaves out no last exchange that fits',
    file: 'src/core/turn/prompt.ts',
    replace: 'last !== -1 && end - startOf(last) <= roomBytes ? history.slice(last) : []',
    by: '[]',
  },
  {
    rule: 'A last exchange that does not fit is in no prompt',
    file: 'src/core/turn/prompt.ts',
    replace: 'last !== -1 && end - startOf(last) <= roomBytes',
    by: 'last !== -1',
  },
  {
    rule: 'A prompt begins with a question',
    file: 'src/core/turn/prompt.ts',
    replace: "role === 'user' && startOf(index) >= leftOut",
    by: 'startOf(index) >= leftOut',
  },
  {
    rule: 'What a message adds to a prompt besides its text takes room, too',
    file: 'src/core/turn/prompt.ts',
    replace: 'Buffer.byteLength(text) + bytesAroundText',
    by: 'Buffer.byteLength(text)',
  },
];
