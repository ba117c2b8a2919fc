import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { readConfig } from '#config';
import type { Break } from '#test/break.ts';
import { makeFolder } from '#test/machine/make-folder.ts';
import { configErrorOf } from '#test/reading/config-error.ts';

const folder = makeFolder('parley-config-');
after(() => rmSync(folder, { recursive: true }));

describe('the safety identifier', () => {
  const sentBy = (provider: object, env: Readonly<Record<string, string>> = {}) =>
    readConfig({ ...env, PARLEY_CONFIG: fileOf({ providers: [{ id: 'one', ...provider }] }) }).providers.map(
      ({ safetyIdentifier }) => safetyIdentifier,
    );

  it('is sent to the addresses of vendors that take one, and to no other', () => {
    const vendors = { OPENAI_API_KEY: 'o', ANTHROPIC_API_KEY: 'a', GEMINI_API_KEY: 'g' };
    const ofVendors = readConfig(vendors).providers.map(({ id, safetyIdentifier }) => [id, safetyIdentifier]);
    assert.deepEqual(ofVendors, [
      ['openai', true],
      ['anthropic', true],
      ['gemini', false],
    ]);
    const [local] = readConfig({ OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1' }).providers;
    assert.equal(local?.safetyIdentifier, false);
    assert.deepEqual(sentBy({ wire: 'openai' }), [true]);
    for (const [base_url, isSent] of [
      ['https://eu.api.openai.com/v1', true],
      ['https://notapi.openai.com/v1', false],
      ['https://api.openai.com.example.com/v1', false],
      ['https://gateway.example.com/api.openai.com/v1', false],
    ] as const) {
      assert.deepEqual(sentBy({ wire: 'openai', base_url }), [isSent], base_url);
    }
  });

  it('is what the file says, where the wire has one', () => {
    const gateway = { wire: 'anthropic', base_url: 'https://gateway.example.com' };
    assert.deepEqual(sentBy({ ...gateway, safety_identifier: true }), [true]);
    assert.deepEqual(sentBy({ wire: 'openai', safety_identifier: false }), [false]);
    assert.deepEqual(sentBy({ wire: 'gemini', safety_identifier: false }), [false]);
    const { problems } = configErrorOf({
      PARLEY_CONFIG: fileOf({
        providers: [
          { id: 'one', wire: 'gemini', safety_identifier: true },
          { id: 'two', wire: 'openai', safety_identifier: 'true' },
        ],
      }),
    });
    assert.deepEqual(problems, [
      'PARLEY_CONFIG: providers[0].safety_identifier must be false: gemini has none',
      'PARLEY_CONFIG: providers[1].safety_identifier must be true or false',
    ]);
  });
});

function fileOf(content: object): string {
  const path = join(folder, 'parley.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
}

export const breaks: readonly Break[] = [
  {
    rule: 'A server that is not the vendor’s is sent no safety identifier by default',
    file: 'src/wires/wire.ts',
    replace: 'host === vendor || host.endsWith(`.${vendor}`)',
    by: 'host.endsWith(vendor)',
  },
  {
    rule: 'The file decides who is sent a safety identifier',
    file: 'src/config/providers.ts',
    replace: 'return wanted ?? identifiesByDefault(baseUrl, wire);',
    by: 'return identifiesByDefault(baseUrl, wire);',
  },
  {
    rule: 'A wire without a safety identifier cannot be told to send one',
    file: 'src/config/providers.ts',
    replace: 'if (wanted && !wire.hasSafetyIdentifier)',
    by: 'if (wanted && wire.hasSafetyIdentifier === null)',
  },
];
