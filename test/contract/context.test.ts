import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ContextProblem, factsNamedIn, fillFacts, readFacts, readPage } from '#contract/context.ts';
import { contextLimits } from '#contract/shared/context-limits.ts';
import type { Break } from '#test/break.ts';

/** Read as a body is: `__proto__` is a member like any other. */
const parsed = (json: string): unknown => JSON.parse(json);
const members = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, nth) => [`f${nth}`, nth]));

/** An object of so many bytes as JSON. */
function ofBytes(bytes: number): Record<string, string> {
  const filled = Object.fromEntries(Array.from({ length: 8 }, (_, nth) => [`f${nth}`, 'x'.repeat(480)]));
  const rest = bytes - Buffer.byteLength(JSON.stringify({ ...filled, last: '' }));
  return { ...filled, last: 'é'.repeat(rest / 2) + 'x'.repeat(rest % 2) };
}

describe('Facts', () => {
  it('are texts, numbers and flags, as they were sent', () => {
    const facts = {
      plan: 'pro',
      seats: 12,
      share: -0.5,
      trial: false,
      a: '',
      constructor: 'x',
      ['n'.repeat(64)]: 'é'.repeat(500),
    };
    assert.deepEqual(readFacts(facts), facts);
    assert.deepEqual(readFacts({}), {});
    assert.deepEqual(readFacts(members(20)), members(20));
    const emoji = { mood: '😀'.repeat(500) };
    assert.deepEqual(readFacts(emoji), emoji);
  });

  const refused: Readonly<Record<string, readonly [unknown, pointer: string, code: string]>> = {
    null: [null, '', 'type'],
    'a text': ['plan', '', 'type'],
    'a list': [[], '', 'type'],
    'a list of facts': [['pro'], '', 'type'],
    '21 members': [members(21), '', 'maxProperties'],
    'a name of a prototype': [parsed('{"__proto__":"x"}'), '/__proto__', 'pattern'],
    'a prototype with members': [parsed('{"plan":"pro","__proto__":{"seats":1}}'), '/__proto__', 'pattern'],
    'an empty name': [{ '': 1 }, '/', 'pattern'],
    'a name in capitals': [{ Plan: 1 }, '/Plan', 'pattern'],
    'a name that begins with a digit': [{ '1st': 1 }, '/1st', 'pattern'],
    'a name with a dot': [{ 'plan.name': 1 }, '/plan.name', 'pattern'],
    'a name that a pointer has to escape': [{ 'a/b~c': 1 }, '/a~1b~0c', 'pattern'],
    'a name with a line after it': [{ 'plan\n': 1 }, '/plan\n', 'pattern'],
    'a name of 65 characters': [{ ['n'.repeat(65)]: 1 }, `/${'n'.repeat(65)}`, 'pattern'],
    'a fact that is null': [{ plan: null }, '/plan', 'type'],
    'a fact that is a list': [{ plan: ['pro'] }, '/plan', 'type'],
    'a fact with members': [{ plan: { name: 'pro' } }, '/plan', 'type'],
    'a deep fact': [parsed(`{"plan":${'['.repeat(100_000)}${']'.repeat(100_000)}}`), '/plan', 'type'],
    'a number beyond all numbers': [parsed('{"seats":1e999}'), '/seats', 'type'],
    'no number': [{ seats: Number.NaN }, '/seats', 'type'],
    'a text of 501 characters': [{ plan: 'x'.repeat(501) }, '/plan', 'maxLength'],
    'a text of 501 characters of two units': [{ plan: '😀'.repeat(501) }, '/plan', 'maxLength'],
    'a text with NUL': [{ plan: 'a\0' }, '/plan', 'characters'],
    'half a character': [{ plan: 'a\ud800' }, '/plan', 'characters'],
    'the second of two': [{ plan: 'pro', seats: null }, '/seats', 'type'],
  };
  for (const [what, [value, pointer, code]] of Object.entries(refused)) {
    it(`are not ${what}`, () => {
      const problem = readFacts(value);
      assert.ok(problem instanceof ContextProblem);
      assert.deepEqual([problem.pointer, problem.code], [pointer, code]);
    });
  }

  it('have 4,096 bytes at most, or as many as their place has', () => {
    const { bytes, tokenBytes } = contextLimits.facts;
    assert.deepEqual(readFacts(ofBytes(bytes)), ofBytes(bytes));
    assert.deepEqual(
      readFacts(ofBytes(bytes + 1)),
      new ContextProblem('', 'maxBytes', 'must have at most 4096 bytes'),
    );
    const short = { a: 'x'.repeat(500), b: 'x'.repeat(500), c: 'x'.repeat(500), d: 'x'.repeat(500) };
    const rest = {
      ...short,
      e: 'x'.repeat(tokenBytes - Buffer.byteLength(JSON.stringify({ ...short, e: '' }))),
    };
    assert.deepEqual(readFacts(rest, tokenBytes), rest);
    assert.ok(readFacts({ ...rest, e: `${rest.e}x` }, tokenBytes) instanceof ContextProblem);
  });

  it('are read as what they are, or not at all', () => {
    // Hardly anything is facts by chance, so some are meant to be.
    const facts = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.oneof(fc.boolean(), fc.integer()));
    fc.assert(
      fc.property(fc.oneof(fc.anything(), facts), (value) => {
        const read = readFacts(value);
        if (read instanceof ContextProblem) return;
        assert.deepEqual(read, { ...Object(value) });
        assert.deepEqual(JSON.parse(JSON.stringify(read)), JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

describe('A page', () => {
  it('is at most ten texts of 2,048 bytes together, of any length each', () => {
    const page = { url: `https://example.com/${'x'.repeat(1_900)}`, title: 'Prices' };
    assert.deepEqual(readPage(page), page);
    const ten = Object.fromEntries(Array.from({ length: 10 }, (_, nth) => [`m${nth}`, '']));
    assert.deepEqual(readPage(ten), ten);
    for (const [value, pointer, code] of [
      [{ ...ten, more: '' }, '', 'maxProperties'],
      [{ url: 'x'.repeat(2_048) }, '', 'maxBytes'],
      [{ height: 7 }, '/height', 'type'],
      [{ title: null }, '/title', 'type'],
      [{ title: '\ud800' }, '/title', 'characters'],
      [{ Title: 'x' }, '/Title', 'pattern'],
      [[], '', 'type'],
    ] as const) {
      const problem = readPage(value);
      assert.ok(problem instanceof ContextProblem);
      assert.deepEqual([problem.pointer, problem.code], [pointer, code]);
    }
  });
});

describe('A place for a fact', () => {
  it('is written in one way only', () => {
    const places = 'On {{facts.plan}} with {{facts.seats}} seats, {{facts.plan}} again.';
    assert.deepEqual(factsNamedIn(places), ['plan', 'seats']);
    for (const text of [
      ...['{{ facts.plan }}', '{{facts.Plan}}', '{{facts.plan.name}}', '{{facts.__proto__}}', '{{facts.}}'],
      ...['{facts.plan}', '{{plan}}', '{{page.url}}', '{{FACTS.plan}}', `{{facts.${'n'.repeat(65)}}}`],
    ]) {
      assert.deepEqual(factsNamedIn(text), [], text);
      assert.equal(
        fillFacts(text, () => 'filled'),
        text,
      );
    }
  });

  it('is filled once: what was put in is text', () => {
    const filled = fillFacts('{{facts.a}} and {{facts.b}}{{facts.a}}', (name) => `{{facts.${name}}}$&$1`);
    assert.equal(filled, '{{facts.a}}$&$1 and {{facts.b}}$&$1{{facts.a}}$&$1');
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'Facts are an object',
    file: 'src/contract/context.ts',
    replace: " || Array.isArray(value))\n    return new ContextProblem('', 'type', 'must be an object');",
    by: ")\n    return new ContextProblem('', 'type', 'must be an object');",
  },
  {
    rule: 'Facts have a limited number of members',
    file: 'src/contract/context.ts',
    replace: 'if (sent.length > members)',
    by: 'if (sent.length > members + 1)',
  },
  {
    rule: 'The whole name of a fact follows the rule',
    file: 'src/contract/context.ts',
    replace: 'new RegExp(`^${factName}$`)',
    by: 'new RegExp(factName)',
  },
  {
    rule: 'A fact that is a number is finite',
    file: 'src/contract/context.ts',
    replace: 'Number.isFinite(value) ? value :',
    by: "typeof value === 'number' ? value :",
  },
  {
    rule: 'The characters of a fact are counted by code points',
    file: 'src/contract/context.ts',
    replace: 'value.length > characters && [...value].length > characters',
    by: 'value.length > characters',
  },
  {
    rule: 'All facts together have a limited size, in bytes',
    file: 'src/contract/context.ts',
    replace: 'new TextEncoder().encode(JSON.stringify(all)).length > bytes',
    by: 'JSON.stringify(all).length > bytes',
  },
  {
    rule: 'A fact can be stored',
    file: 'src/contract/context.ts',
    replace: " && !text.includes('\\0')",
    by: '',
  },
  {
    rule: 'What stands in the place of a fact is no pattern of its own',
    file: 'src/contract/context.ts',
    replace: 'instructions.replace(factPlace, (_, name: string) => textOf(name))',
    by: 'factsNamedIn(instructions).reduce((text, name) => text.replaceAll(`{{facts.${name}}}`, textOf(name)), instructions)',
  },
];
