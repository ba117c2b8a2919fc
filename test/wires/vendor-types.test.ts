import assert from 'node:assert/strict';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import type { ModelRequest, ModelStep } from '#core/models/model-provider.ts';
import type { Break } from '#test/break.ts';
import { makeFolder } from '#test/machine/make-folder.ts';
import { type VendorWire, vendorWires } from '#test/mock/vendors.ts';
import { wires as named } from '#wires/registry.ts';
import { newAnswerState } from '#wires/wire.ts';
import { findTypeErrors, repository } from '../sdk/type-check.ts';
import type { ReadFromOthers, Sent } from './vendor-members.ts';

const wires: readonly (keyof Sent & keyof ReadFromOthers)[] = vendorWires;
const members = join(import.meta.dirname, 'vendor-members.ts');

/** The compiler's messages about what is right, and about what is wrong. */
let messages: { readonly right: readonly string[]; readonly wrong: readonly string[] };

// Together, because reading the packages of the vendors takes longest.
before(() => {
  const folder = makeFolder('parley-vendor-types-');
  try {
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const found = errorsIn(folder, { right: rightLines(), wrong: wrongLines() });
    const isWrong = (message: string) => /^\S*wrong\.ts\(/.test(message);
    messages = { right: found.filter((each) => !isWrong(each)), wrong: found.filter(isWrong) };
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('what is sent and read on the wires is what the packages of the vendors send and read', () => {
  assert.ok(rightLines().length >= 28 + wires.length);
  assert.deepEqual(messages.right, []);
});

test('a member that no vendor knows is found, whether it is sent or read', () => {
  assert.equal(messages.wrong.length, wires.length, messages.wrong.join('\n'));
  for (const [index, wire] of wires.entries()) {
    const message = messages.wrong.find((each) => each.includes(`wrong.ts(${index + 2},`)) ?? '';
    assert.match(message, /may only specify known properties/, wire);
  }
});

function rightLines(): readonly string[] {
  const bodies = wires.flatMap((wire) =>
    [...bodiesOf(wire), ...withTools(wire)].map((body) => ({ wire, body })),
  );
  return [...bodies.map(typed), ...wires.map(nothingForeign)];
}

function wrongLines(): readonly string[] {
  const wrong: Readonly<Record<VendorWire, (body: object) => object>> = {
    openai: (body) => ({ ...body, stream_options: { include_usages: true } }),
    'openai-responses': (body) => ({ ...body, reasoning: { efforts: 'low' } }),
    anthropic: (body) => ({ ...body, system: [{ type: 'text', text: 'a', cache_controls: {} }] }),
    gemini: (body) => ({ ...body, generationConfig: { maxOutputToken: 1 } }),
  };
  const bodies = wires.map((wire) => typed({ wire, body: wrong[wire](bodiesOf(wire)[0] ?? {}) }));
  const foreign = `const found: Foreign<{ readonly a?: { readonly c: unknown } | null }, { a: { b: string } }> = 'c';`;
  return [...bodies, foreign, 'void found;'];
}

/** The bodies of the requests that were agreed to. */
function bodiesOf(wire: VendorWire): object[] {
  const files = globSync(join(repository, 'test', 'fixtures', 'requests', wire, '*.http'));
  return files.map((file) => {
    const [, body = ''] = readFileSync(file, 'utf8').split('\n\n{');
    return JSON.parse(`{${body}`);
  });
}

function typed({ wire, body }: { readonly wire: VendorWire; readonly body: object }, index = 0): string {
  return `export const ${nameOf(wire)}${index}: Sent['${wire}'] = ${JSON.stringify(body)};`;
}

/** The bodies of requests with tools, before and behind a step: what a message has stands in a recorded stream. */
function withTools(wire: VendorWire): object[] {
  const { body, readCalls, readEvent } = named[wire];
  const answer = newAnswerState(true);
  const stream = readFileSync(join(repository, 'test', 'fixtures', 'models', `${wire}-calls.sse`), 'utf8');
  for (const [, data = ''] of stream.matchAll(/^data: (.*)$/gm)) readEvent(answer, data);
  const asked = answer.native === null ? null : readCalls(answer.native);
  assert.ok(asked);
  const results = asked.calls.map(({ id }, index) => ({ id, text: 'None.', isError: index > 0 }));
  const request: ModelRequest = {
    model: 'm',
    instructions: { stable: '', personal: '' },
    messages: [{ role: 'user', content: 'Which?' }],
    tools: [
      { name: 'now', description: 'The time.', schema: { type: 'object', additionalProperties: false } },
    ],
  };
  const step: ModelStep = { role: 'step', origin: 'o/m', text: '', ...asked, results };
  const later: ModelRequest = { ...request, messages: [...request.messages, step], toolChoice: 'none' };
  return [body(request, true), body(later, false)].map((sent) => JSON.parse(JSON.stringify(sent, ofVendor)));
}

/** Leaves out what compatible servers add to a message, which goes back to them. */
function ofVendor(name: string, value: unknown): unknown {
  return name === 'reasoning_content' || name === 'extra_content' ? undefined : value;
}

/** Names what is foreign in the message of the compiler. */
function nothingForeign(wire: VendorWire): string {
  const read = `ReadFromOthers['${wire}']`;
  return `export const ${nameOf(wire)}IsKnown: [${read}] extends [never] ? true : ${read} = true;`;
}

function nameOf(wire: VendorWire): string {
  return wire.replaceAll('-', '_');
}

/** The compiler's messages about files of these lines. */
function errorsIn(folder: string, files: Readonly<Record<string, readonly string[]>>): readonly string[] {
  const imported = `import type { Foreign, ReadFromOthers, Sent } from '${members}';`;
  const paths = Object.entries(files).map(([name, lines]) => {
    const path = join(folder, `${name}.ts`);
    writeFileSync(path, [imported, ...lines].join('\n'));
    return path;
  });
  const found = findTypeErrors({
    extends: join(repository, 'tsconfig.json'),
    compilerOptions: {
      typeRoots: [join(repository, 'node_modules', '@types')],
      noUnusedLocals: false,
    },
    include: [],
    files: paths,
  });
  return found.split(/\n(?=\S)/).filter((message) => message.trim() !== '');
}

export const breaks: readonly Break[] = [
  {
    rule: 'Chat completions are read by members that the vendor has',
    file: 'src/wires/openai.ts',
    replace: 'readonly finish_reason?: unknown;',
    by: 'readonly finish_reason?: unknown; readonly finished_by?: unknown;',
  },
  {
    rule: 'The events of Responses are read by members that the vendor has',
    file: 'src/wires/openai-responses.ts',
    replace: 'readonly output_tokens?: unknown;',
    by: 'readonly output_tokens?: unknown; readonly completion_tokens?: unknown;',
  },
  {
    rule: 'The events of Claude are read by members that the vendor has',
    file: 'src/wires/anthropic.ts',
    replace: 'readonly cache_read_input_tokens?: unknown;',
    by: 'readonly cache_read_input_tokens?: unknown; readonly cached_tokens?: unknown;',
  },
  {
    rule: 'The answers of Gemini are read by members that the vendor has',
    file: 'src/wires/gemini.ts',
    replace: 'readonly thoughtsTokenCount?: unknown;',
    by: 'readonly thoughtsTokenCount?: unknown; readonly thoughtTokens?: unknown;',
  },
];
