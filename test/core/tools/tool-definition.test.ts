import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemOfArguments } from '#contract/schemas/check-arguments.ts';
import { headersOfArguments, headerValue, mirroredArguments } from '#core/tools/mirrored-arguments.ts';
import { exposedName, problemOfTool, readOfferedTool } from '#core/tools/tool-definition.ts';
import { checkQuestion } from '#core/tools/tool-question.ts';
import type { Break } from '#test/break.ts';

type Schema = Readonly<Record<string, unknown>>;

const object = (properties: object, more: object = {}): Schema => ({ type: 'object', properties, ...more });
const problemOf = (inputSchema: Schema, name = 'find', server = 'shop') =>
  problemOfTool(server, name, { title: null, description: '', inputSchema });

test('a schema has what every wire can be sent, and nothing else', () => {
  const order = object(
    {
      id: { type: 'string', minLength: 1, maxLength: 20, description: 'Its id.', title: 'Id', default: 'x' },
      count: { type: 'integer', minimum: 0, exclusiveMaximum: 9 },
      note: { type: ['string', 'null'] },
      old: { type: 'number', nullable: true, examples: [1] },
      kind: { enum: ['a', 1, null] },
      fixed: { const: true },
      lines: { type: 'array', items: object({ sku: { type: 'string' } }), maxItems: 3 },
    },
    {
      required: ['id'],
      additionalProperties: false,
      $schema: 'https://json-schema.org/draft/2020-12/schema',
    },
  );
  assert.equal(problemOf(order), null);
  assert.equal(problemOf({ type: 'object' }), null);
  assert.equal(problemOf({ type: 'object', $schema: 'http://json-schema.org/draft-07/schema#' }), null);
  const refused: readonly Schema[] = [
    { type: 'array' },
    {},
    { type: 'object', $schema: 'https://example.com/dialect' },
    object({ a: { type: 'string', pattern: 'x' } }),
    object({ a: { type: 'string', format: 'uri' } }),
    object({ a: { $ref: 'https://10.0.0.1/schema' } }),
    object({ a: { anyOf: [{ type: 'string' }] } }),
    object({ a: { type: ['string', 'number'] } }),
    object({ a: { type: 'null' } }),
    object({ a: {} }),
    object({ a: { enum: [] } }),
    object({ a: { enum: [{}] } }),
    object({ a: { type: 'string', minLength: '1' } }),
    object({ a: object({}, { additionalProperties: {} }) }),
    object({ a: { const: {} } }),
    object({ a: { type: 'string', nullable: 'yes' } }),
    object({ a: 7 }),
    object({}, { required: ['b'] }),
    object({}, { $defs: { a: { type: 'string' } } }),
  ];
  for (const schema of refused) assert.match(problemOf(schema) ?? '', /^Its schema /, JSON.stringify(schema));
  const deep = (levels: number): Schema =>
    levels === 0 ? { type: 'object' } : object({ a: deep(levels - 1) });
  assert.equal(problemOf(deep(7)), null);
  assert.match(problemOf(deep(8)) ?? '', /more than 8 levels/);
});

test('the name of a tool fits with that of its server into 64 characters that every vendor takes', () => {
  assert.equal(exposedName('shop', 'find_orders'), 'shop_find_orders');
  assert.equal(problemOf({ type: 'object' }, 'a'.repeat(59)), null);
  for (const name of ['a'.repeat(60), 'a.b', 'a b', 'é', '../a']) {
    assert.match(problemOf({ type: 'object' }, name) ?? '', /^Its name /, name);
  }
  const described = (description: string) => ({ title: null, description, inputSchema: { type: 'object' } });
  const told = JSON.stringify({ name: 'shop_find', description: '', inputSchema: { type: 'object' } });
  const most = 'x'.repeat(16_384 - told.length);
  assert.equal(problemOfTool('shop', 'find', described(most)), null);
  assert.match(problemOfTool('shop', 'find', described(`${most}x`)) ?? '', /longer than 16384 bytes/);
  const offered = (name: string) => readOfferedTool({ name, inputSchema: { type: 'object' } })?.name;
  assert.deepEqual([offered('a'.repeat(128)), offered('a'.repeat(129))], ['a'.repeat(128), undefined]);
});

test('what a model would read and nobody sees is not approved, wherever it stands', () => {
  const inputSchema = (description: string) => object({ id: { type: 'string', description } });
  for (const hidden of ['\u{e0041}', '\u202e', '\u2066']) {
    const ofTool = { title: null, description: hidden, inputSchema: { type: 'object' } };
    assert.match(problemOfTool('shop', 'find', ofTool) ?? '', /nobody sees/);
    assert.match(problemOf(inputSchema(hidden)) ?? '', /nobody sees/);
  }
  // Persian parts words with one that has no width.
  assert.equal(problemOf(inputSchema('می\u200cخواهم')), null);
});

test('arguments are what the schema says, and every object is closed', () => {
  const schema = object(
    {
      id: { type: 'string', minLength: 2, maxLength: 3 },
      count: { type: 'integer', minimum: 1, exclusiveMaximum: 3 },
      note: { type: ['string', 'null'] },
      kind: { enum: ['a', 'b'] },
      fixed: { const: 1 },
      list: { type: 'array', items: { type: 'boolean' }, minItems: 1, maxItems: 2 },
      inner: object({ a: { type: 'number' } }),
    },
    { required: ['id'] },
  );
  const good = { id: '😀😀', count: 2, note: null, kind: 'b', fixed: 1, list: [true], inner: { a: 0.5 } };
  assert.equal(problemOfArguments(schema, good), null);
  const wrong: readonly [object, string][] = [
    [{ id: undefined }, '/id'],
    [{ id: 'a' }, '/id'],
    [{ id: 'abcd' }, '/id'],
    [{ id: 7 }, '/id'],
    [{ id: null }, '/id'],
    [{ id: 'a\ud800' }, '/id'],
    [{ count: 1.5 }, '/count'],
    [{ count: 0 }, '/count'],
    [{ count: 3 }, '/count'],
    [{ count: 2 ** 53 }, '/count'],
    [{ kind: 'c' }, '/kind'],
    [{ fixed: 2 }, '/fixed'],
    [{ list: [] }, '/list'],
    [{ list: [true, false, true] }, '/list'],
    [{ list: [true, 1] }, '/list/1'],
    [{ inner: { b: 1 } }, '/inner/b'],
    [{ inner: [] }, '/inner'],
    [{ external_user_id: 'user-2' }, '/external_user_id'],
  ];
  for (const [change, pointer] of wrong) {
    const given: Schema = JSON.parse(JSON.stringify({ ...good, ...change }));
    assert.equal(problemOfArguments(schema, given)?.pointer, pointer, JSON.stringify(change));
  }
  const named: unknown = JSON.parse('{"id": "ab", "__proto__": {"a": 1}}');
  assert.equal(problemOfArguments(schema, named)?.pointer, '/__proto__');
});

test('a question names required arguments of one line', () => {
  const schema = object(
    { id: { type: 'string' }, count: { type: 'integer' }, list: { type: 'array' } },
    { required: ['id', 'list'] },
  );
  assert.equal(checkQuestion('Cancel order {id}, really {id}?', schema), 'Cancel order {id}, really {id}?');
  assert.equal(checkQuestion('Cancel?', schema), 'Cancel?');
  for (const question of [
    ...[null, '{count}?', '{list}?', '{no}?', '{constructor}?', '{}?', '{id?', 'id}?', '{{id}}?'],
    ...['a\nb?', 'a\u202eb?', 'a\ud800?', '   ', '\u200b\u{e0041}'],
  ]) {
    assert.throws(() => checkQuestion(question, schema), { code: 'validation_error' }, String(question));
  }
});

test('the same members in another order are the same definition, and any other word is another', () => {
  const hashOf = (value: object) =>
    readOfferedTool({ name: 'a', inputSchema: { type: 'object' }, ...value })?.hash;
  const first = hashOf({
    inputSchema: { type: 'object', properties: { a: { type: 'string', maxLength: 1 } } },
  });
  assert.match(first ?? '', /^[0-9a-f]{64}$/);
  assert.equal(
    hashOf({ inputSchema: { properties: { a: { maxLength: 1, type: 'string' } }, type: 'object' } }),
    first,
  );
  const others = [
    { name: 'b' },
    { title: 'A' },
    { description: 'A' },
    { inputSchema: { type: 'object', properties: {} } },
  ];
  assert.equal(new Set([first, ...others.map(hashOf)]).size, 5);
  // Hints are not believed, and change nothing.
  assert.equal(hashOf({ annotations: { readOnlyHint: true } }), hashOf({}));
  assert.equal(hashOf({ description: 'a\\u0000' })?.length, 64);
  for (const text of ['\0', '\ud800', 'a\udfffb']) assert.equal(hashOf({ description: text }), undefined);
});

test('a header is mirrored from a property that is text, a whole number or a truth, and named once', () => {
  const header = (type: string, name: unknown = 'Region') => ({ type, 'x-mcp-header': name });
  const good = object({ a: header('string'), b: object({ c: header('integer', 'Count') }) });
  assert.deepEqual(
    mirroredArguments(good).mirrored.map(({ header: name }) => name),
    ['Mcp-Param-Region', 'Mcp-Param-Count'],
  );
  assert.deepEqual(headersOfArguments(good, { a: 'eu', b: { c: 42 } }), {
    'Mcp-Param-Region': 'eu',
    'Mcp-Param-Count': '42',
  });
  assert.deepEqual(headersOfArguments(good, { a: null, b: {} }), {});
  const refused: readonly Schema[] = [
    ...['', 'My Region', 'a:b', 'Région', 'a\tb', 7].map((name) => object({ a: header('string', name) })),
    ...['number', 'object', 'array', 'null'].map((type) => object({ a: header(type) })),
    object({ a: header('string'), b: header('string', 'region') }),
    object({ a: { type: 'array', items: header('string') } }),
    object({ a: { anyOf: [header('string')] } }),
    { ...header('string'), ...object({}) },
  ];
  for (const schema of refused) {
    assert.notEqual(mirroredArguments(schema).problem, null, JSON.stringify(schema));
    assert.deepEqual(headersOfArguments(schema, { a: 'x' }), {});
  }
  // Source: the examples of the protocol.
  assert.equal(headerValue('us-west1'), 'us-west1');
  assert.equal(headerValue('Hello, 世界'), '=?base64?SGVsbG8sIOS4lueVjA==?=');
  assert.equal(headerValue(' padded '), '=?base64?IHBhZGRlZCA=?=');
  assert.equal(headerValue('line1\nline2'), '=?base64?bGluZTEKbGluZTI=?=');
  assert.equal(headerValue('=?base64?literal?='), '=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=');
});

export const breaks: readonly Break[] = [
  {
    rule: 'A schema with a keyword that is not known cannot be approved',
    file: 'src/core/tools/tool-schema.ts',
    replace: '    default:\n      return false;',
    by: '    default:\n      return true;',
  },
  {
    rule: 'A schema has eight levels at most',
    file: 'src/core/tools/tool-schema.ts',
    replace: 'if (level > mostLevels)',
    by: 'if (level > 99)',
  },
  {
    rule: 'An argument outside of the schema is refused',
    file: 'src/contract/schemas/check-arguments.ts',
    replace: "if (!isObject(inner)) return { pointer: at, detail: 'is not known' };",
    by: 'if (!isObject(inner)) continue;',
  },
  {
    rule: 'A required argument is there',
    file: 'src/contract/schemas/check-arguments.ts',
    replace: 'if (!Object.hasOwn(value, name)) return',
    by: 'if (name === null) return',
  },
  {
    rule: 'A question says something',
    file: 'src/core/tools/asked-question.ts',
    replace: "if (lineOf(text) === '')",
    by: "if (text === '')",
  },
  {
    rule: 'A model is told nothing that its approver does not see',
    file: 'src/core/tools/tool-definition.ts',
    replace: 'if (unseen.test(JSON.stringify(definition)))',
    by: 'if (unseen.test(name))',
  },
  {
    rule: 'A question names required arguments only',
    file: 'src/core/tools/tool-question.ts',
    replace: '!required.includes(name)',
    by: "name === ''",
  },
  {
    rule: 'A name of a tool has the characters that every vendor takes',
    file: 'src/core/tools/tool-definition.ts',
    replace: '/^[A-Za-z0-9_-]+$/.test(name)',
    by: '/./.test(name)',
  },
  {
    rule: 'The order of members makes no other definition',
    file: 'src/core/tools/tool-definition.ts',
    replace: 'members.sort(([one], [other]) => (one < other ? -1 : 1))',
    by: 'members',
  },
  {
    rule: 'A definition that the database does not take is no tool',
    file: 'src/core/tools/tool-definition.ts',
    replace: 'hasUnstorable(JSON.stringify([name, definition]))',
    by: "hasUnstorable('')",
  },
  {
    rule: 'Two mirrored arguments have two headers',
    file: 'src/core/tools/mirrored-arguments.ts',
    replace: 'if (names.size < mirrored.length)',
    by: 'if (names.size < 0)',
  },
  {
    rule: 'A mirrored argument is a property',
    file: 'src/core/tools/mirrored-arguments.ts',
    replace: 'if (!isReachable || path.length === 0)',
    by: "if (String(path) === 'no')",
  },
  {
    rule: 'A value of a header that is not plain is encoded',
    file: 'src/core/tools/mirrored-arguments.ts',
    replace: '&& text === text.trim() && !/^=\\?base64\\?.*\\?=$/.test(text)',
    by: '',
  },
  {
    rule: 'The name of a tool counts in the size of what a model is told',
    file: 'src/core/tools/tool-definition.ts',
    replace: 'name: exposedName(serverName, name), description',
    by: "name: '', description",
  },
  {
    rule: 'A name of more than 128 characters is that of no tool',
    file: 'src/core/tools/tool-definition.ts',
    replace: 'name.length > 128 || ',
    by: '',
  },
  {
    rule: 'The dialect of draft 7 is known with its fragment',
    file: 'src/core/tools/tool-schema.ts',
    replace: "dialect.replace(/#$/, '')",
    by: 'dialect',
  },
  {
    rule: 'A constant of a schema is no object',
    file: 'src/core/tools/tool-schema.ts',
    replace: "    case 'const':\n      return isScalar(value);",
    by: "    case 'const':\n      return true;",
  },
  {
    rule: 'Whether an argument may be null is said by a truth',
    file: 'src/core/tools/tool-schema.ts',
    replace: "return typeof value === 'boolean';",
    by: 'return true;',
  },
];
