import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfig } from '#config';
import type { Break } from '#test/break.ts';
import { configErrorOf } from '#test/reading/config-error.ts';
import { variablesOf, vendorWires } from '#wires/registry.ts';

describe("a wire's vendor", () => {
  for (const { name, wire } of vendorWires) {
    it(`is a provider as soon as its key is set: ${name}`, () => {
      const [provider, ...others] = readConfig({ [variablesOf(name).apiKey]: 'some-key' }).providers;
      assert.deepEqual(others, []);
      assert.deepEqual(
        [provider?.id, provider?.label, provider?.baseUrl, provider?.apiKey?.reveal()],
        [name, wire.label, wire.address, 'some-key'],
      );
    });

    it(`is a provider as soon as its address is set: ${name}`, () => {
      const { providers } = readConfig({ [variablesOf(name).baseUrl]: 'https://gateway.example.com/v1/' });
      assert.deepEqual(
        providers.map(({ id, baseUrl, apiKey }) => [id, baseUrl, apiKey]),
        [[name, 'https://gateway.example.com/v1', null]],
      );
    });
  }
});

describe('the wire of a vendor', () => {
  const wireOf = (environment: Readonly<Record<string, string>>) =>
    readConfig(environment).providers.map(({ id, wire }) => [id, wire]);
  const key = { OPENAI_API_KEY: 'some-key' };
  const gateway = { OPENAI_BASE_URL: 'https://gateway.example.com/v1' };

  it('is Responses at OpenAI, and chat completions elsewhere', () => {
    assert.deepEqual(wireOf(key), [['openai', 'openai-responses']]);
    assert.deepEqual(wireOf(gateway), [['openai', 'openai']]);
    assert.deepEqual(wireOf({ ...key, ...gateway }), [['openai', 'openai']]);
  });

  it('is what OPENAI_WIRE says, for OpenAI only', () => {
    assert.deepEqual(wireOf({ ...key, OPENAI_WIRE: 'chat' }), [['openai', 'openai']]);
    assert.deepEqual(wireOf({ ...gateway, OPENAI_WIRE: 'responses' }), [['openai', 'openai-responses']]);
    assert.deepEqual(wireOf({ ANTHROPIC_API_KEY: 'a', OPENAI_WIRE: 'responses' }), [
      ['anthropic', 'anthropic'],
    ]);
    assert.deepEqual(configErrorOf({ OPENAI_WIRE: 'completions' }).problems, [
      'OPENAI_WIRE must be one of chat, responses',
    ]);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'Servers that imitate chat completions go on being asked by them',
    file: 'src/wires/registry.ts',
    replace: "(hasAddress ? 'chat' : 'responses')",
    by: "'responses'",
  },
  {
    rule: 'OpenAI itself is asked by Responses',
    file: 'src/wires/registry.ts',
    replace: "(hasAddress ? 'chat' : 'responses')",
    by: "'chat'",
  },
  {
    rule: 'OPENAI_WIRE chooses the wire',
    file: 'src/wires/registry.ts',
    replace: '(ofOpenai ?? (hasAddress',
    by: '((hasAddress',
  },
  {
    rule: 'OPENAI_WIRE concerns OpenAI only',
    file: 'src/wires/registry.ts',
    replace: "  if (name !== 'openai') return name;\n",
    by: '',
  },
];
