import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { inspect } from 'node:util';
import { readConfig } from '#config';
import type { Break } from '#test/break.ts';
import { makeFolder } from '#test/machine/make-folder.ts';
import { configErrorOf } from '#test/reading/config-error.ts';
import { defaultDataFolder } from '../src/config/data-folder.ts';

const folder = makeFolder('parley-config-');
after(() => rmSync(folder, { recursive: true }));

const masterSecret = 'm'.repeat(32);

describe('the configuration', () => {
  it('describes what it was read from, without any secret', () => {
    const { described } = readConfig({ PORT: '9000', PARLEY_SECRET: masterSecret });
    const named = (wanted: string) => described.find(({ name }) => name === wanted);
    assert.deepEqual(named('PORT'), { name: 'PORT', value: '9000', secret: false });
    assert.deepEqual(named('PARLEY_SECRET'), { name: 'PARLEY_SECRET', value: 'set', secret: true });
    assert.deepEqual(named('HOST'), { name: 'HOST', value: null, secret: false });
  });

  it('takes no password in the address of a collector, which screens show', () => {
    const error = configErrorOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://user:s3cret@otel.example.com' });
    assert.match(error.message, /OTEL_EXPORTER_OTLP_ENDPOINT must not contain a user or a password/);
    assert.doesNotMatch(error.message, /s3cret/);
  });

  it('needs no variable at all', () => {
    const config = readConfig({});
    assert.equal(config.publicOrigin, 'http://localhost:8080');
    assert.equal(config.port, 8080);
    assert.equal(config.dataFolder, defaultDataFolder());
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
      readingPaceMs: 50,
    });
  });

  it('has a first partner made for the local demo only', () => {
    const elsewhere: Record<string, string>[] = [
      { PARLEY_DEMO: 'off' },
      { DATABASE_URL: 'postgres://host/parley', PARLEY_SECRET: masterSecret },
      { PARLEY_PUBLIC_URL: 'https://chat.example.com' },
      { PARLEY_PUBLIC_URL: 'http://chat.localhost:8080' },
      { PARLEY_PUBLIC_URL: 'http://127.0.0.1:8080' },
    ];
    for (const settings of [{}, { PORT: '9000' }, { PARLEY_PUBLIC_URL: 'http://localhost' }]) {
      assert.equal(readConfig(settings).demo, true);
    }
    for (const settings of elsewhere) {
      assert.equal(readConfig({ PARLEY_DEMO: 'on', ...settings }).demo, false, inspect(settings));
    }
    assert.match(configErrorOf({ PARLEY_DEMO: 'no' }).message, /PARLEY_DEMO must be on or off/);
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

  it('names every problem at once', () => {
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
    assert.deepEqual(error.problems.map((problem) => problem.split(' ')[0]).sort(), [
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
    for (const problem of error.problems) assert.ok(error.message.includes(problem));
  });

  it('describes every variable in .env.example', () => {
    const args = ['scripts/print-env-example.ts', '--check'];
    assert.doesNotThrow(() => execFileSync(process.execPath, args, { stdio: 'pipe' }));
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
    assert.equal(error.problems.length, 3);
    assert.doesNotMatch(error.message, /hunter22/);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'Plain http is for localhost only',
    file: 'src/config/parsers.ts',
    replace: "if (url.protocol === 'http:' && !isLoopback(url.hostname)) {",
    by: 'if (false) {',
  },
  {
    rule: 'The public URL is an origin and nothing more',
    file: 'src/config/parsers.ts',
    replace: "if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {",
    by: "if (url.search !== '' || url.hash !== '') {",
  },
  {
    rule: 'The public URL names no user',
    file: 'src/config/parsers.ts',
    replace: `if (url.username !== '' || url.password !== '')
    throw new ConfigProblem('must not contain a user or a password');`,
    by: '',
  },
  {
    rule: 'The master secret has at least 32 characters',
    file: 'src/config/parsers.ts',
    replace: 'if (text.length < 32) throw',
    by: 'if (text.length < 16) throw',
  },
  {
    rule: 'An unknown role is a problem',
    file: 'src/config/parsers.ts',
    replace: 'if (unknown.length > 0)\n    throw new ConfigProblem(`must name',
    by: 'if (unknown.length > 9)\n    throw new ConfigProblem(`must name',
  },
  {
    rule: 'DATABASE_URL needs a PARLEY_SECRET',
    file: 'src/config.ts',
    replace: 'if (isSet(variables.databaseUrl) && !isSet(variables.secret)) {',
    by: 'if (false) {',
  },
  {
    rule: 'The default model belongs to a provider that is configured',
    file: 'src/config.ts',
    replace: 'if (defaultModel !== null && !knowsProvider(providers, defaultModel.provider)) {',
    by: 'if (false) {',
  },
  {
    rule: 'A secret of the configuration never prints itself',
    file: 'src/config/secret.ts',
    replace: `  toJSON(): string {
    return hidden;`,
    by: `  toJSON(): string {
    return this.#text;`,
  },
  {
    rule: 'The configuration cannot be changed after it was read',
    file: 'src/config.ts',
    replace: 'return Object.freeze(value);',
    by: 'return value;',
  },
  {
    rule: 'With DATABASE_URL no first partner is made',
    file: 'src/config.ts',
    replace: 'databaseUrl === null && isLocal(publicOrigin)',
    by: 'isLocal(publicOrigin)',
  },
  {
    rule: 'With a public host no first partner is made',
    file: 'src/config.ts',
    replace: 'databaseUrl === null && isLocal(publicOrigin)',
    by: 'databaseUrl === null',
  },
  {
    rule: 'The address of a collector has no password in it',
    file: 'src/config/parsers.ts',
    replace:
      "throw new ConfigProblem('must not contain a user or a password: OTEL_EXPORTER_OTLP_HEADERS is for those');",
    by: 'return url.href;',
  },
];
