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

describe('providers', () => {
  it('come from their variables, in a fixed order, with the usual address', () => {
    const { providers } = readConfig({
      GEMINI_API_KEY: 'g',
      ANTHROPIC_API_KEY: 'a',
      OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1/',
    });
    assert.deepEqual(
      providers.map(({ id, wire, baseUrl, apiKey }) => [id, wire, baseUrl, apiKey?.reveal()]),
      [
        ['openai', 'openai', 'http://127.0.0.1:11434/v1', undefined],
        ['anthropic', 'anthropic', 'https://api.anthropic.com', 'a'],
        ['gemini', 'gemini', 'https://generativelanguage.googleapis.com', 'g'],
      ],
    );
  });

  it('list the default model', () => {
    const config = readConfig({ OPENAI_API_KEY: 'o', PARLEY_MODEL: 'openai/org/large:latest' });
    assert.deepEqual(config.defaultModel, { provider: 'openai', model: 'org/large:latest' });
    assert.deepEqual(config.providers[0]?.models, [{ id: 'org/large:latest', windowTokens: 128_000 }]);
    assert.deepEqual(readConfig({ PARLEY_MODEL: 'demo/demo' }).defaultModel, {
      provider: 'demo',
      model: 'demo',
    });
  });

  it('come from the file too, which may replace those of the variables', () => {
    const config = readConfig({
      PARLEY_CONFIG: fileOf({
        providers: [
          {
            id: 'groq',
            label: 'Groq',
            wire: 'openai',
            base_url: 'https://api.groq.com/openai/v1',
            api_key_env: 'MY_KEY',
            models: [{ id: 'fast', window_tokens: 32_000 }],
          },
          { id: 'openai', wire: 'openai', api_key_env: 'OPENAI_API_KEY', models: [{ id: 'large' }] },
        ],
        limits: { idle_ms: 10, queue_capacity: 3 },
      }),
      MY_KEY: 'k',
      OPENAI_API_KEY: 'o',
      PARLEY_MODEL: 'groq/fast',
    });
    assert.deepEqual(
      config.providers.map(({ id, label, apiKey, models }) => [id, label, apiKey?.reveal(), models]),
      [
        ['groq', 'Groq', 'k', [{ id: 'fast', windowTokens: 32_000 }]],
        ['openai', 'openai', 'o', [{ id: 'large', windowTokens: 128_000 }]],
      ],
    );
    assert.deepEqual(
      [config.limits.idleMs, config.limits.queueCapacity, config.limits.connectMs],
      [10, 3, 5_000],
    );
  });
});

describe('headers of a provider', () => {
  it('stand in the file, or in the variables that it names', () => {
    const { headers } = headersIn({
      headers: { 'X-Title': 'Our chat', 'api-key': 'hunter22' },
      headers_env: { 'X-Gateway': 'GATEWAY_VALUE' },
    });
    assert.deepEqual(headers.plain, { 'x-title': 'Our chat' });
    const secret = Object.entries(headers.secret).map(([name, value]) => [name, value.reveal()]);
    assert.deepEqual(secret, [
      ['api-key', 'hunter22'],
      ['x-gateway', 'gateway-hunter22'],
    ]);
  });

  it('are refused where they cannot be sent, are Parley’s own, or are given twice', () => {
    const error = configErrorOf({
      PARLEY_CONFIG: fileOf({
        providers: [
          {
            id: 'one',
            wire: 'openai',
            headers: { 'a b': 'x', 'x-line': 'hunter22\nx', Host: 'x', 'X-Number': 1, 'x-twice': 'x' },
            headers_env: { 'X-Gone': 'NOT_SET', 'X-Twice': 'GATEWAY_VALUE' },
          },
          { id: 'two', wire: 'openai', headers: ['x'] },
        ],
      }),
      GATEWAY_VALUE: 'x',
    });
    assert.deepEqual(
      error.problems.map((problem) => problem.replace('PARLEY_CONFIG: providers', '')).sort(),
      [
        '[0].headers.Host is set by Parley',
        '[0].headers.X-Number must be a string',
        '[0].headers.a b is not a header name',
        '[0].headers.x-line has characters that are not allowed in a header',
        '[0].headers_env.X-Gone names the variable NOT_SET, which is not set',
        '[0].headers_env.X-Twice is set twice',
        '[1].headers must be an object',
      ],
    );
    assert.doesNotMatch(error.message, /hunter22/);
  });

  function headersIn(headers: object) {
    const { providers } = readConfig({
      PARLEY_CONFIG: fileOf({ providers: [{ id: 'gateway', wire: 'openai', ...headers }] }),
      GATEWAY_VALUE: 'gateway-hunter22',
    });
    assert.ok(providers[0]);
    return providers[0];
  }
});

describe('fallback', () => {
  it('lists models of configured providers, best first', () => {
    const { fallback } = readConfig({
      OPENAI_API_KEY: 'o',
      PARLEY_CONFIG: fileOf({ fallback: ['openai/org/large', 'openai/small'] }),
    });
    assert.deepEqual(fallback, [
      { provider: 'openai', model: 'org/large' },
      { provider: 'openai', model: 'small' },
    ]);
    assert.deepEqual(readConfig({}).fallback, []);
  });

  it('is refused where it is no list, names no model, or names a provider that is not configured', () => {
    const { problems } = configErrorOf({
      OPENAI_API_KEY: 'o',
      PARLEY_CONFIG: fileOf({ fallback: ['openai', 7, 'gemini/some', 'demo/parley-docs'] }),
    });
    assert.deepEqual(
      problems.map((problem) => problem.replace('PARLEY_CONFIG: ', '')),
      [
        'fallback[0] must be <provider>/<model>',
        'fallback[1] must be a string',
        'fallback names the provider gemini, which is not configured',
        'fallback names the provider demo, which is not configured',
      ],
    );
    assert.match(
      configErrorOf({ PARLEY_CONFIG: fileOf({ fallback: 'openai/small' }) }).message,
      /must be a list/,
    );
  });
});

describe('the file of PARLEY_CONFIG', () => {
  it('names every problem with its place', () => {
    const error = configErrorOf({
      PARLEY_CONFIG: fileOf({
        provider: [],
        providers: [
          {
            id: 'Groq',
            wire: 'grpc',
            base_url: 'https://u:hunter22@host',
            api_key_env: 'NOT_SET',
            models: [{}],
            speed: 1,
          },
          { id: 'demo', wire: 'openai' },
          'text',
          { id: 'a'.repeat(32), wire: 'openai' },
          { id: 'a'.repeat(33), wire: 'openai' },
        ],
        limits: { idle_ms: '10', turn_ms: 0, idel_ms: 10 },
      }),
    });
    assert.deepEqual(
      error.problems.map((problem) => problem.replace('PARLEY_CONFIG: ', '').split(' ')[0]).sort(),
      [
        'limits.idel_ms',
        'limits.idle_ms',
        'limits.turn_ms',
        'provider',
        'providers[0].api_key_env',
        'providers[0].base_url',
        'providers[0].id',
        'providers[0].models[0].id',
        'providers[0].speed',
        'providers[0].wire',
        'providers[1].id',
        'providers[2]',
        'providers[2].id',
        'providers[2].wire',
        'providers[4].id',
      ],
    );
    assert.doesNotMatch(error.message, /hunter22/);
  });

  it('must exist and be a JSON object', () => {
    assert.match(
      configErrorOf({ PARLEY_CONFIG: join(folder, 'none.json') }).message,
      /cannot be read \(ENOENT\)/,
    );
    assert.match(configErrorOf({ PARLEY_CONFIG: fileOf([]) }).message, /PARLEY_CONFIG: must be an object/);
    const broken = join(folder, 'broken.json');
    writeFileSync(broken, '{"key": sk-hunter22}');
    const { message } = configErrorOf({ PARLEY_CONFIG: broken });
    assert.match(message, /not JSON/);
    assert.doesNotMatch(message, /hunter22/);
  });
});

let files = 0;

function fileOf(content: unknown): string {
  files += 1;
  const path = join(folder, `${files}.json`);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

export const breaks: readonly Break[] = [
  {
    rule: 'A fallback names a configured provider',
    file: 'src/config.ts',
    replace: 'if (providers.some(({ id }) => id === provider)) continue;',
    by: 'if (provider !== undefined && providers.length > 0) continue;',
  },
  {
    rule: 'The id of a provider has 32 characters at most',
    file: 'src/config/providers.ts',
    replace: '[a-z0-9-]{0,31}$/.test(text)) return text',
    by: '[a-z0-9-]{0,99}$/.test(text)) return text',
  },
];
