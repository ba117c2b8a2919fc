import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { TaggedThoughts } from '#adapters/models/tagged-thoughts.ts';
import { ModelError } from '#core/models/model-error.ts';
import type { Break } from '#test/break.ts';
import { startMockProvider } from '#test/mock/mock-provider.ts';
import { type Asked, ask, Heard, REQUEST, testProvider } from './provider-factory.ts';
import { head, rawServer } from './raw-server.ts';

const tags = ['think', 'thinking', 'reasoning', 'THINK', 'Reasoning'] as const;

/** What is left of an answer that arrives in these pieces. */
function answerIn(pieces: Iterable<string>): string {
  const thoughts = new TaggedThoughts();
  let answer = '';
  for (const piece of pieces) answer += thoughts.push(piece);
  return answer + thoughts.finish();
}

/** The text, cut at these places. */
function cutAt(text: string, places: readonly number[]): string[] {
  const at = [0, ...places.map((place) => place % (text.length + 1)), text.length].sort((a, b) => a - b);
  return at.slice(1).map((end, index) => text.slice(at[index], end));
}

const cuts = fc.array(fc.nat(), { maxLength: 20 });
const tag = fc.constantFrom(...tags);
const space = fc.stringMatching(/^[ \t\r\n]{0,20}$/);
/** Anything, with what looks like the beginning of tags. */
const prose = fc
  .array(fc.oneof(fc.string(), fc.constantFrom('<', '</', '<thin', '<b>', '</rea', '>', ' ', '😀')), {
    maxLength: 8,
  })
  .map((parts) => parts.join('').replaceAll(/<\/?(?:think|thinking|reasoning)>/gi, 'x'));
/** A thought, with thoughts in it. */
const { thought } = fc.letrec<{ thought: string; inside: string }>((tie) => ({
  thought: fc
    .tuple(tag, fc.array(tie('inside'), { maxLength: 3 }), prose)
    .map(([name, inside, words]) => `<${name}>${inside.join(' ')} ${words} </${name}>`),
  inside: fc.oneof({ depthSize: 'small' }, prose, tie('thought')),
}));
/** An answer that begins with a word. */
const answer = fc
  .tuple(fc.constantFrom('So', 'Ä', '"<think>"', '<b>', '<', '<thinker>'), prose)
  .map(([word, words]) => `${word} ${words}`);
const options = { numRuns: 500, seed: 20_261_126 };

describe('Thoughts between tags before an answer', () => {
  it('are no part of it, however they are nested and cut', () => {
    fc.assert(
      fc.property(fc.array(thought, { maxLength: 3 }), space, answer, cuts, (thoughts, gap, rest, places) => {
        const text = [...thoughts, ''].join(gap) + rest;
        assert.equal(answerIn(cutAt(text, places)), rest);
        assert.equal(answerIn(text), rest, 'unit by unit');
      }),
      options,
    );
  });

  it('leave no answer where the tag never closes', () => {
    fc.assert(
      fc.property(space, tag, prose, cuts, (gap, name, words, places) => {
        const text = `${gap}<${name}>${words}`;
        assert.equal(answerIn(cutAt(text, places)), '');
        assert.equal(answerIn(cutAt(`${gap}<${name}><${name}>${words} </${name}> `, places)), '');
      }),
      options,
    );
  });

  it('are what only the tags say, and an answer without them is whole', () => {
    fc.assert(
      fc.property(answer, thought, cuts, (words, later, places) => {
        const text = `${words} ${later}, says the manual. ${later}`;
        assert.equal(answerIn(cutAt(text, places)), text);
      }),
      options,
    );
    for (const text of [
      '',
      ' ',
      '\n\n    code',
      '<',
      '<thin',
      '</think>Hi',
      '<think >Hi',
      '<|think|>Hi',
      'a <think>',
    ])
      assert.equal(answerIn(text), text, JSON.stringify(text));
  });

  it('are held back by twelve bytes at most', () => {
    for (const text of [' '.repeat(1_000), `<think>${'x<'.repeat(50_000)}</thin`, '\n'.repeat(500)]) {
      const thoughts = new TaggedThoughts();
      for (const unit of text) assert.equal(thoughts.push(unit), '');
      assert.ok(thoughts.finish().length <= 12);
    }
    const behind = `${' '.repeat(100)}<think>no</think>`;
    assert.equal(answerIn(`${behind}yes`), 'yes');
  });

  it('are dropped as they come, 100,000 bytes of them', () => {
    const thoughts = new TaggedThoughts();
    assert.equal(thoughts.push('<reasoning>'), '');
    for (let count = 0; count < 100_000; count += 1) assert.equal(thoughts.push('<'), '');
    assert.equal(thoughts.push('</reasoning>\n\nHi'), 'Hi');
  });
});

describe('A call to a compatible server whose model thinks aloud', () => {
  const told = async (...texts: string[]): Promise<Asked> => {
    await using mock = await startMockProvider({ scenario: { texts } });
    await using test = testProvider(mock.baseUrl);
    return await ask(test.provider);
  };

  it('passes on the answer alone', async () => {
    assert.equal(
      (await told('<thi', 'nk>A secret', ' plan</th', 'ink>\n\n', 'Hi', ' there.')).text,
      'Hi there.',
    );
    assert.equal((await told('<', 'b>Hi')).text, '<b>Hi');
    assert.equal((await told('<thi')).text, '<thi', 'which is no tag');
  });

  it('is an answer without text where it ends inside of them', async () => {
    for (const texts of [['<think>', 'A secret'], ['<think>A secret</think>\n'], ['<thinking>'.repeat(9)]]) {
      const { error, text } = await told(...texts);
      assert.ok(error instanceof ModelError && error.kind === 'rejected' && error.retryable, String(error));
      assert.equal(text, '');
    }
  });

  it('leaves nothing of a tag that is cut off with the call', async () => {
    await using mock = await startMockProvider({ scenario: { texts: ['<thi'], truncateAfter: 1 } });
    await using test = testProvider(mock.baseUrl);
    const { text, error } = await ask(test.provider);
    assert.equal(text, '');
    assert.ok(error instanceof ModelError && error.retryable);
  });

  it('lives as long as it thinks, however long that is, and says so', async () => {
    const texts = ['<think>', ...Array.from({ length: 60 }, () => 'hm '), '</think>', 'Hi'];
    await using mock = await startMockProvider({ scenario: { texts, paceMs: 40 } });
    await using test = testProvider(mock.baseUrl, 'openai', { firstByteMs: 1_000, idleMs: 1_000 });
    const heard = new Heard();
    let thought = 0;
    const listener = {
      onCalled: () => {},
      onText: (text: string) => heard.onText(text),
      onThinking: () => {
        assert.equal(heard.text, '');
        thought += 1;
      },
    };
    await test.provider.stream(REQUEST, listener, new AbortController().signal);
    assert.equal(heard.text, 'Hi');
    assert.ok(thought > 5, `${thought}`);
  });

  it('keeps what another wire says between such tags', async () => {
    const thoughts = '<think>A secret</think>Hi';
    const event = { type: 'content_block_delta', delta: { type: 'text_delta', text: thoughts } };
    await using server = await rawServer((socket) => {
      const events = [event, { type: 'message_stop' }].map((each) => `data: ${JSON.stringify(each)}\n\n`);
      socket.end(head('text/event-stream') + events.join(''));
    });
    await using test = testProvider(server.origin, 'anthropic');
    assert.equal((await ask(test.provider)).text, thoughts);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A thought ends with the tag that it began with, not with one inside of it',
    file: 'src/adapters/models/tagged-thoughts.ts',
    replace: "this.#depth += slash === '' ? 1 : -1;",
    by: "this.#depth += slash === '' ? 0 : -1;",
  },
  {
    rule: 'A tag of thoughts may be cut anywhere',
    file: 'src/adapters/models/tagged-thoughts.ts',
    replace: 'if ([`<${tag}>`, `</${tag}>`].some((mark) => isCut(mark, end))) this.#held = end;',
    by: '',
  },
  {
    rule: 'The beginning of an answer waits until it is no tag',
    file: 'src/adapters/models/tagged-thoughts.ts',
    replace: 'if (tags.some((each) => isCut(`<${each}>`, word)))',
    by: "if (word === '')",
  },
  {
    rule: 'No more than twelve bytes are held back',
    file: 'src/adapters/models/tagged-thoughts.ts',
    replace: '.slice(-mostHeld)',
    by: '',
  },
  {
    rule: 'Behind the first word a tag is a word',
    file: 'src/adapters/models/tagged-thoughts.ts',
    replace: 'if (this.#hasBegun) return text;',
    by: '',
  },
  {
    rule: 'What looked like a tag at the end of an answer is text',
    file: 'src/adapters/models/text-delivery.ts',
    replace: "this.#text += this.#thoughts?.finish() ?? '';",
    by: '',
  },
  {
    rule: 'Thoughts that are dropped are a sign of life',
    file: 'src/adapters/models/outbound-call.ts',
    replace: 'if (this.#delivery.isThinking) this.#answer.thoughts += 1;',
    by: 'if (this.#delivery.isThinking) return;',
  },
  {
    rule: 'Only answers of compatible servers have thoughts between tags',
    file: 'src/adapters/models/outbound-call.ts',
    replace: 'this.#fail, wire.hasTaggedThoughts);',
    by: 'this.#fail, true);',
  },
];
