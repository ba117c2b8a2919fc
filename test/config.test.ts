import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, describe, it } from 'node:test';
import { inspect } from 'node:util';
import { ConfigError, readConfig } from '#config';

const folder = mkdtempSync(join(tmpdir(), 'parley-config-'));
after(() => rmSync(folder, { recursive: true }));

const masterSecret = 'm'.repeat(32);

describe('the configuration', () => {
  it('needs no variable at all', () => {
    const config = readConfig({});
    assert.equal(config.publicOrigin, 'http://localhost:8080');
    assert.equal(config.port, 8080);
    assert.equal(config.dataFolder, resolve('data'));
    assert.equal(config.databaseUrl, null);
    assert.equal(config.secret, null);
    assert.deepEqual(config.providers, []);
    assert.equal(config.defaultModel, null);
    assert.equal(config.mailFrom, 'Parley <no-reply@localhost>');
    assert.deepEqual([...config.roles], ['api', 'hosted', 'console', 'worker']);
    assert.equal(config.workerSlots, 20);
    assert.deepEqual(config.limits, {
      connectMs: 5_000,
      firstByteMs: 60_000,
      idleMs: 60_000,
      turnMs: 900_000,
      readerStallMs: 30_000,
      drainMs: 30_000,
      queueTtlMs: 900_000,
      queueCapacity: 100_000,
    });
  });

  it('counts a variable set to nothing as unset', () => {
    assert.deepEqual(readConfig({ PORT: '', OPENAI_API_KEY: '', DATABASE_URL: '' }), readConfig({}));
  });

  it('cannot be changed after it was read', () => {
    const config = readConfig({ OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' });
    assert.ok(
      Object.isFrozen(config) && Object.isFrozen(config.limits) && Object.isFrozen(config.providers[0]),
    );
  });

  it('names every mistake at once', () => {
    const error = configErrorOf({
      PORT: '99999',
      PARLEY_PUBLIC_URL: 'http://chat.example.com',
      PARLEY_ROLES: 'api,cook',
      PARLEY_WORKER_SLOTS: 'many',
      PARLEY_TRUSTED_PROXIES: '10.0.0.0/8,10.0.0.0/33,proxy',
      PARLEY_MODEL: 'openai/some-model',
      DATABASE_URL: 'mysql://host/database',
      SMTP_URL: 'mail.example.com',
      MAIL_FROM: 'nobody',
    });
    assert.deepEqual(error.mistakes.map((mistake) => mistake.split(' ')[0]).sort(), [
      'DATABASE_URL',
      'MAIL_FROM',
      'PARLEY_MODEL',
      'PARLEY_PUBLIC_URL',
      'PARLEY_ROLES',
      'PARLEY_SECRET',
      'PARLEY_TRUSTED_PROXIES',
      'PARLEY_WORKER_SLOTS',
      'PORT',
      'SMTP_URL',
    ]);
    for (const mistake of error.mistakes) assert.ok(error.message.includes(mistake));
  });

  it('describes every variable in .env.example', () => {
    execFileSync(process.execPath, ['scripts/print-env-example.ts', '--check'], { stdio: 'pipe' });
  });
});

describe('the public origin', () => {
  it('follows the port when it is not set', () => {
    assert.equal(readConfig({ PORT: '9000' }).publicOrigin, 'http://localhost:9000');
    assert.equal(readConfig({ PORT: '80' }).publicOrigin, 'http://localhost');
  });

  for (const origin of [
    'https://chat.example.com',
    'http://parley.localhost:81',
    'http://127.0.0.2:81',
    'http://[::1]:81',
  ]) {
    it(`may be ${origin}`, () =>
      assert.equal(readConfig({ PARLEY_PUBLIC_URL: `${origin}/` }).publicOrigin, origin));
  }

  for (const [why, url] of [
    ['plain http on a public name', 'http://chat.example.com'],
    ['a name that only begins like localhost', 'http://localhost.example.com'],
    ['a path', 'https://chat.example.com/chat'],
    ['a query', 'https://chat.example.com?x'],
    ['credentials', 'https://user:password@chat.example.com'],
    ['another protocol', 'ftp://chat.example.com'],
    ['no address', 'chat.example.com'],
  ] as const) {
    it(`must not have ${why}`, () => {
      assert.match(configErrorOf({ PARLEY_PUBLIC_URL: url }).message, /PARLEY_PUBLIC_URL must/);
    });
  }
});

describe('the database and the master secret', () => {
  const databaseUrl = 'postgres://parley:hunter22@db.example.com/parley';

  it('are read together', () => {
    const config = readConfig({ DATABASE_URL: databaseUrl, PARLEY_SECRET: masterSecret });
    assert.equal(config.databaseUrl?.reveal(), databaseUrl);
    assert.equal(config.secret?.reveal(), masterSecret);
  });

  it('need a secret of at least 32 characters', () => {
    assert.match(
      configErrorOf({ PARLEY_SECRET: 'm'.repeat(31) }).message,
      /PARLEY_SECRET must be at least 32/,
    );
  });

  it('never print a secret', () => {
    const config = readConfig({
      DATABASE_URL: databaseUrl,
      PARLEY_SECRET: masterSecret,
      OPENAI_API_KEY: 'sk-open',
      SMTP_URL: 'smtp://u:hunter22@mail',
    });
    for (const printed of [
      JSON.stringify(config),
      inspect(config, { depth: 9 }),
      String(config.secret),
      `${config.databaseUrl}`,
    ]) {
      assert.doesNotMatch(printed, /hunter22|mmmm|sk-open/);
    }
  });

  it('never repeat a mistaken secret', () => {
    const error = configErrorOf({
      DATABASE_URL: 'hunter22',
      SMTP_URL: 'hunter22',
      PARLEY_SECRET: 'hunter22',
    });
    assert.equal(error.mistakes.length, 3);
    assert.doesNotMatch(error.message, /hunter22/);
  });
});

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

describe('the file of PARLEY_CONFIG', () => {
  it('names every mistake with its place', () => {
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
        ],
        limits: { idle_ms: '10', turn_ms: 0, idel_ms: 10 },
      }),
    });
    assert.deepEqual(
      error.mistakes.map((mistake) => mistake.replace('PARLEY_CONFIG: ', '').split(' ')[0]).sort(),
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
      ],
    );
    assert.doesNotMatch(error.message, /hunter22/);
  });

  it('must exist and be a JSON object', () => {
    assert.match(configErrorOf({ PARLEY_CONFIG: join(folder, 'none.json') }).message, /cannot be read/);
    assert.match(configErrorOf({ PARLEY_CONFIG: fileOf([]) }).message, /PARLEY_CONFIG: must be an object/);
    const broken = join(folder, 'broken.json');
    writeFileSync(broken, '{"key": sk-hunter22}');
    const { message } = configErrorOf({ PARLEY_CONFIG: broken });
    assert.match(message, /not JSON/);
    assert.doesNotMatch(message, /hunter22/);
  });
});

function configErrorOf(environment: Record<string, string>): ConfigError {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  return assert.fail('the configuration was accepted');
}

let files = 0;

function fileOf(content: unknown): string {
  files += 1;
  const path = join(folder, `${files}.json`);
  writeFileSync(path, JSON.stringify(content));
  return path;
}
