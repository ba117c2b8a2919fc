import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseSync, Visitor } from 'vite';

const root = join(import.meta.dirname, '../../..');
const files = globSync('src/web/{account,chat,shared}/**/*.{ts,tsx}', { cwd: root }).filter(
  (path) => !/^src\/web\/(?:account|shared)\/text\//.test(path),
);
const spoken = ['aria-label', 'aria-description', 'alt', 'label', 'placeholder', 'title'];
/** Names of keys as they are printed on keyboards, of formats, examples of addresses, and the mark of an AI. */
const named = /^(?:CSV|AI|[?/]|https:\S+|\/api\/\S+)$/;

test('every word of the chat and of /account is in a catalogue', () => {
  const found = files.flatMap((path) => outsideOf(path).map((word) => `${path}: ${word}`));
  assert.deepEqual(found, []);
});

test('no constant of a module keeps words, since the reader may choose another language', () => {
  const found = files.flatMap((path) => keptIn(path).map((word) => `${path}: ${word}`));
  assert.deepEqual(found, []);
});

test('both rules find what breaks them', () => {
  const code =
    'const kept = text.menu; const more = words().menu; function later() { return <p title="Words">More {text.menu}</p>; }';
  assert.deepEqual(outsideOf('a.tsx', code), ['Words', 'More']);
  assert.deepEqual(keptIn('a.tsx', code), ['text.menu', 'words()']);
});

function outsideOf(path: string, code = readFileSync(join(root, path), 'utf8')): readonly string[] {
  const words: string[] = [];
  const add = (text: string) => {
    if (/\p{L}{2}/u.test(text) && !named.test(text.trim())) words.push(text.trim());
  };
  new Visitor({
    JSXText: ({ value }) => add(value),
    JSXAttribute({ name, value }) {
      const isSpoken = name.type === 'JSXIdentifier' && spoken.includes(name.name);
      if (isSpoken && value?.type === 'Literal' && typeof value.value === 'string') add(value.value);
    },
  }).visit(parseSync(path, code).program);
  return words;
}

function keptIn(path: string, code = readFileSync(join(root, path), 'utf8')): readonly string[] {
  const words: string[] = [];
  let depth = 0;
  const enter = () => void depth++;
  const leave = () => void depth--;
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    CallExpression({ callee, start, end }) {
      const isWords = callee.type === 'Identifier' && /^(?:words|laterWords)$/.test(callee.name);
      if (depth === 0 && isWords) words.push(code.slice(start, end));
    },
    MemberExpression({ object, start, end }) {
      const isWords = object.type === 'Identifier' && /^(?:text|laterText|commonText)$/.test(object.name);
      if (depth === 0 && isWords) words.push(code.slice(start, end));
    },
  }).visit(parseSync(path, code).program);
  return words;
}
