import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Break } from '#test/break.ts';
import { anthropicWire } from '#wires/anthropic.ts';
import { geminiWire } from '#wires/gemini.ts';
import { openaiWire } from '#wires/openai.ts';
import { versionedAddress } from '#wires/wire.ts';

test('an address gets the version that the vendor’s own client adds, unless it ends in one', () => {
  const anthropic = (address: string) => versionedAddress(address, anthropicWire);
  assert.equal(anthropic('https://api.example.com'), 'https://api.example.com/v1');
  assert.equal(anthropic('https://api.example.com//'), 'https://api.example.com/v1');
  assert.equal(anthropic('https://gateway.example.com/v1/'), 'https://gateway.example.com/v1');
  assert.equal(anthropic('https://gateway.example.com/v2beta'), 'https://gateway.example.com/v2beta');
  assert.equal(
    anthropic('https://gateway.example.com/v1/claude'),
    'https://gateway.example.com/v1/claude/v1',
  );
  assert.equal(versionedAddress('https://g.example.com', geminiWire), 'https://g.example.com/v1beta');
  assert.equal(versionedAddress('https://o.example.com/api/', openaiWire), 'https://o.example.com/api');
});

export const breaks: readonly Break[] = [
  {
    rule: 'An address may end in a version of any kind',
    file: 'src/wires/wire.ts',
    replace: '/\\/v\\d+[a-z0-9]*$/',
    by: '/\\/v\\d+$/',
  },
];
