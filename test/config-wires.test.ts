import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfig } from '#config';
import { namedWires, variablesOf } from '#wires/registry.ts';

describe("a wire's vendor", () => {
  for (const { name, wire } of namedWires) {
    it(`is a provider as soon as its key is set: ${name}`, () => {
      const [provider, ...others] = readConfig({ [variablesOf(name).apiKey]: 'some-key' }).providers;
      assert.deepEqual(others, []);
      assert.deepEqual(
        [provider?.id, provider?.label, provider?.wire, provider?.baseUrl, provider?.apiKey?.reveal()],
        [name, wire.label, name, wire.address, 'some-key'],
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
