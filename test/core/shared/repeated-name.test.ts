import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { repeatedName } from '#core/shared/repeated-name.ts';
import type { Break } from '#test/break.ts';

test('a name is repeated when one object has it twice, however it is written', () => {
  for (const [json, name] of [
    ['{"a":1,"a":2}', 'a'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"\\"":1,"b":2,"\\u0022":3}', '"'],
    ['{"\\\\":1,"\\\\":2}', '\\'],
    ['{"":1,"":1}', ''],
    ['{"a" :1,\r\n\t"b": 1 ,"a"\n:2}', 'a'],
    ['{"a":{"b":1,"c":{},"b":1}}', 'b'],
    ['{"a":[1,{"x":[{}],"x":2}]}', 'x'],
    ['{"a":{"b":1},"c":[{"b":1}],"a":1}', 'a'],
    ['[{"a":1},{"a":1,"b":"}{","a":1}]', 'a'],
    ['{"😀":1,"\\ud83d\\ude00":1}', '😀'],
    ['{"__proto__":1,"__proto__":1}', '__proto__'],
  ] as const) {
    assert.equal(repeatedName(json), name, json);
  }
});

test('a name is compared with all names of a large object, the last ones too', () => {
  const members = Array.from({ length: 40 }, (_, index) => `"name${index}":1`);
  for (const index of [0, 15, 16, 39]) {
    assert.equal(repeatedName(`{${members.join()},"name${index}":2}`), `name${index}`);
  }
});

test('the same name in different objects is not repeated, nor is one inside of a text', () => {
  for (const json of [
    '{"a":{"a":{"a":1}},"b":{"a":1}}',
    '[{"a":1},{"a":1},["a","a"]]',
    '{"a":"a","b":"a","c":"\\"a\\":","d":"{\\"a\\":1,\\"a\\":2}","e":"\\\\"}',
    '{"a":1,"A":1,"\u00e1":1,"a\u0301":1," a":1}',
    '"a"',
    '{}',
    ' 1 ',
  ]) {
    assert.equal(repeatedName(json), null, json);
  }
});

test('a repeated name is found in every tree, and in no tree without one', () => {
  const name = fc.oneof(fc.constantFrom('a', 'b', '"', '\\', '\u2028', '__proto__'), fc.string());
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      fc.string(),
      fc.array(tie('tree'), { maxLength: 4 }),
      fc
        .uniqueArray(fc.tuple(name, tie('tree')), { maxLength: 40, selector: ([key]) => key })
        .map((members) => new Map(members)),
    ),
  }));
  fc.assert(
    fc.property(tree, fc.nat(), fc.boolean(), (value, pick, escapes) => {
      assert.equal(repeatedName(written(value, escapes, null)), null);
      const places = membersOf(value);
      if (places.length === 0) return;
      const repeated = places[pick % places.length] ?? null;
      assert.equal(repeatedName(written(value, escapes, repeated)), repeated?.name);
    }),
    { numRuns: 300 },
  );
});

test('half a megabyte is scanned in one pass, whatever it holds', () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `"name${index}":1`).join();
  for (const json of [
    `{${names(40_000)}}`,
    `{"a":"${'\\\\'.repeat(250_000)}"}`,
    `{"a":"${'\\"'.repeat(250_000)}"}`,
    `{"a"${' '.repeat(500_000)}:1}`,
    `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
    `[${Array(170_000).fill('{}').join()}]`,
    `[${Array(5)
      .fill(`{${names(8_000)}}`)
      .join()}]`,
  ]) {
    const begun = performance.now();
    assert.equal(repeatedName(json), null);
    const tookMs = performance.now() - begun;
    // Quadratic work takes seconds, one pass a few milliseconds.
    assert.ok(tookMs < 500, `${json.slice(0, 20)}… took ${tookMs} ms`);
  }
});

interface Member {
  readonly of: object;
  readonly name: string;
}

function membersOf(value: unknown): Member[] {
  if (Array.isArray(value)) return value.flatMap(membersOf);
  if (!(value instanceof Map)) return [];
  return [...value].flatMap(([name, inner]) => [{ of: value, name }, ...membersOf(inner)]);
}

/** JSON in which `repeated` stands once more at the end of its object, escaped in another way where `escapes`. */
function written(value: unknown, escapes: boolean, repeated: Member | null): string {
  if (Array.isArray(value)) return `[${value.map((item) => written(item, escapes, repeated)).join()}]`;
  if (!(value instanceof Map)) return JSON.stringify(value);
  const members = [...value].map(
    ([name, inner]) => `${JSON.stringify(name)}: ${written(inner, escapes, repeated)}`,
  );
  const again =
    repeated?.of === value ? [`${escapes ? escaped(repeated.name) : JSON.stringify(repeated.name)}:0`] : [];
  return `{${[...members, ...again].join(' , ')}}`;
}

function escaped(name: string): string {
  const units = Array.from({ length: name.length }, (_, index) => name.charCodeAt(index));
  return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`;
}

export const breaks: readonly Break[] = [
  {
    rule: 'A repeated name is found however it is escaped',
    file: 'src/core/shared/repeated-name.ts',
    replace: "return quoted.includes('\\\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1);",
    by: 'return quoted.slice(1, -1);',
  },
  {
    rule: 'Names of different objects are not compared',
    file: 'src/core/shared/repeated-name.ts',
    replace: 'this.#names.length = start;',
    by: '',
  },
  {
    rule: 'The names of large objects are compared too',
    file: 'src/core/shared/repeated-name.ts',
    replace: 'this.#sets.get(start)?.add(name);',
    by: '',
  },
  {
    rule: 'Names are looked for in one pass',
    file: 'src/core/shared/repeated-name.ts',
    replace: 'const fewNames = 16;',
    by: 'const fewNames = 1_000_000;',
  },
];
