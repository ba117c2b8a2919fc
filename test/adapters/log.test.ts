import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLog, type Log } from '#adapters/log.ts';
import type { Break } from '#test/break.ts';

const secrets: readonly (readonly [what: string, text: string, canary: string])[] = [
  ['an API key of ours', 'key parley_sk_canaryCANARY_123-x', 'canary'],
  ["a provider's key", 'sk-ant-api03-canarycanarycanary and AIzacanarycanarycanarycanarycanarycan', 'canary'],
  ['a Bearer header', 'authorization: Bearer canary.canary', 'canary'],
  ['a Basic header', 'Authorization: Basic Y2FuYXJ5', 'Y2FuYXJ5'],
  ['a signed token', 'got eyJhbGciOi.eyJjYW5hcnki.canary_sig', 'canary'],
  ['a key of a provider that puts a dash behind its name', 'gsk-canarycanarycanary', 'canary'],
  [
    'a key of a provider that puts a line behind its name',
    'xai_canarycanarycanary, sk_canarycanarycanary',
    'canary',
  ],
  ['a key of another provider', 'pplx-canarycanarycanary', 'canary'],
  ['a session cookie', 'cookie: theme=dark; __Host-parley_session=canary', 'canary'],
  ['a session cookie of a service without https', 'cookie: parley_session=canary; a=b', 'canary'],
  ['the cookie of a sign-in', 'cookie: __Host-parley_state=canary', 'canary'],
  ['a password in an address', 'connect postgres://parley:canary@host/db failed', 'canary'],
  ['a password with an @ in an address', 'smtp://user:can@canary@host', 'canary'],
  ['a token in a query', 'GET /start?tenant=a&token=canary&x=1', 'canary'],
  ['a code at the beginning of a query', 'GET /login?code=canary', 'canary'],
  ['a key in a query', 'GET /models?key=canary&api_key=canary&apikey=canary&access_token=canary', 'canary'],
  ['what a form in a query asks for', 'GET /a?state=canary&password=canary&secret=canary', 'canary'],
  ['a configured secret', 'the key is hunter22-canary!', 'canary'],
  ['a configured secret with a quote', 'the key is quoted"-canary', 'canary'],
  ['a configured secret inside JSON', 'the key is "quoted\\"-canary"', 'canary'],
  ['a configured secret inside an address', 'https://host/quoted%22-canary', 'canary'],
  ['a configured secret of six characters', 'the key is short6', 'short6'],
];

describe('the log', () => {
  for (const [what, text, canary] of secrets) {
    it(`never holds ${what}, wherever it stands`, () => {
      const printed = linesOf((log) => {
        log.info(text);
        log.info({ nested: { list: [text] } }, 'a field');
        log.error({ error: new Error(text, { cause: new Error(text) }) }, 'an error');
        log.child({ bound: text }).info('a child');
      });
      assert.equal(printed.length, 4);
      assert.doesNotMatch(printed.join(''), new RegExp(canary));
      assert.match(printed.join(''), /\[secret\]/);
    });
  }

  it('hides fields by their names', () => {
    const [line] = linesOf((log) =>
      log.info(
        {
          password: 'canary"\\canary',
          user: { newPassword: 'canary', api_key: 'canary', token: 'canary' },
          email: 'a@b',
          headers: { Authorization: 'canary', cookie: 'canary', 'x-goog-api-key': 'canary' },
          settings: { client_secret: 'canary', passwd: 'canary', apiKey: 'canary' },
        },
        'm',
      ),
    );
    assert.doesNotMatch(line ?? '', /canary/);
    assert.deepEqual(JSON.parse(line ?? '').user, {
      newPassword: '[secret]',
      api_key: '[secret]',
      token: '[secret]',
    });
    assert.equal(JSON.parse(line ?? '').email, 'a@b');
  });

  it('hides fields by their names in a JSON text within a text', () => {
    const [line] = linesOf((log) =>
      log.info({ body: JSON.stringify({ password: 'canary', kept: 'yes' }) }, 'm'),
    );
    assert.doesNotMatch(line ?? '', /canary/);
    assert.deepEqual(JSON.parse(JSON.parse(line ?? '').body), { password: '[secret]', kept: 'yes' });
  });

  it('leaves what is no secret as it is', () => {
    const [line] = linesOf((log) =>
      log.info({ url: 'http://localhost:8080/a?limit=1', tokens: 12 }, 'task-list sk-1 tiny5'),
    );
    const { level, message, url, tokens, time } = JSON.parse(line ?? '');
    assert.deepEqual(
      [level, message, url, tokens],
      ['info', 'task-list sk-1 tiny5', 'http://localhost:8080/a?limit=1', 12],
    );
    assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('shows of an error its causes and its code, and not what hangs on it', () => {
    const cause = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
    const error = Object.assign(new Error('broken', { cause }), { client: { host: 'db.internal' } });
    const [line] = linesOf((log) => log.error({ error: new AggregateError([error], 'all broken') }, 'm'));
    assert.doesNotMatch(line ?? '', /db\.internal/);
    const { type, message, errors } = JSON.parse(line ?? '').error;
    assert.deepEqual([type, message], ['AggregateError', 'all broken']);
    assert.deepEqual(
      [errors[0].message, errors[0].cause.message, errors[0].cause.code],
      ['broken', 'reset', 'ECONNRESET'],
    );
  });

  it('shows of an error of the database what is wrong, and not the values that are', () => {
    const shown = { code: '23505', constraint: 'hosted_users_email', table: 'hosted_users', column: 'email' };
    const hidden = {
      detail: 'Key (email)=(canary) already exists.',
      hint: 'canary',
      where: 'PL/pgSQL function canary()',
      internalQuery: 'canary',
      dataType: 'canary',
      schema: 'canary',
      file: 'canary',
      routine: 'canary',
      parameters: ['canary'],
      query: 'canary',
    };
    const error = Object.assign(new Error('duplicate key'), shown, hidden);
    const [line] = linesOf((log) => log.error({ error: new Error('failed', { cause: error }) }, 'm'));
    assert.doesNotMatch(line ?? '', /canary/);
    const { type, message, stack, ...fields } = JSON.parse(line ?? '').error.cause;
    assert.deepEqual([type, message, typeof stack], ['Error', 'duplicate key', 'string']);
    assert.deepEqual(fields, shown);
  });

  it('shows where a connection failed, and nothing else that hangs on the error', () => {
    const place = { syscall: 'connect', address: '127.0.0.1', port: 5432 };
    const error = Object.assign(new Error('refused'), place, { code: { of: 'canary' }, client: 'canary' });
    for (const name of ['error', 'err']) {
      const [line] = linesOf((log) => log.error({ [name]: error }, 'm'));
      assert.doesNotMatch(line ?? '', /canary/);
      assert.partialDeepStrictEqual(JSON.parse(line ?? '')[name], place);
    }
  });

  it('is what it is where no line may hold a secret', () => {
    const lines: string[] = [];
    const destination = { write: (line: string) => lines.push(line) };
    createLog({ secrets: ['hunter22-canary!'], destination, isPlain: true }).info('hunter22-canary!');
    assert.match(lines.join(''), /hunter22-canary!/);
  });

  it('holds what is as important as asked', () => {
    const lines: string[] = [];
    const log = createLog({ level: 'warn', destination: { write: (line) => lines.push(line) } });
    log.info('no');
    log.warn('yes');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).message),
      ['yes'],
    );
  });

  it('is readable in a terminal, and cannot move its cursor', () => {
    const printed = linesOf((log) => {
      log.warn({ port: 8080, name: 'a\x1b[2J\x9bb' }, 'Started parley_sk_canary');
      log.error({ error: new Error('broken') }, 'Failed');
    }, true);
    assert.match(
      printed[0] ?? '',
      /^\d\d:\d\d:\d\d \S*warn \S* Started \[secret\] port=8080 name=a\\x1b\[2J\\x9bb\n$/,
    );
    assert.match(printed[1] ?? '', /error\S* Failed\n {2}Error: broken\n {6}at /);
  });
});

function linesOf(write: (log: Log) => void, isTTY = false): readonly string[] {
  const lines: string[] = [];
  write(
    createLog({
      secrets: ['hunter22-canary!', 'quoted"-canary', 'short6', 'tiny5'],
      destination: { isTTY, write: (line) => lines.push(line) },
    }),
  );
  return lines;
}

export const breaks: readonly Break[] = [
  {
    rule: 'Keys of our own are hidden',
    file: 'src/adapters/log-redaction.ts',
    replace: '  /()\\bparley_sk_[\\w-]+/g,\n',
    by: '',
  },
  {
    rule: 'Keys of the usual providers are hidden',
    file: 'src/adapters/log-redaction.ts',
    replace: '(?:sk|gsk|xai|pplx)[-_]',
    by: '(?:sk)[-_]',
  },
  {
    rule: 'Keys are hidden whatever stands behind their name',
    file: 'src/adapters/log-redaction.ts',
    replace: '(?:sk|gsk|xai|pplx)[-_]',
    by: '(?:sk|gsk|xai|pplx)-',
  },
  {
    rule: 'Keys of Gemini are hidden',
    file: 'src/adapters/log-redaction.ts',
    replace: '  /()\\bAIza[\\w-]{30,}/g,\n',
    by: '',
  },
  {
    rule: 'Signed tokens are hidden',
    file: 'src/adapters/log-redaction.ts',
    replace: '  /()(?<![\\w-])eyJ[\\w-]+\\.[\\w-]+\\.[\\w-]*/g,\n',
    by: '',
  },
  {
    rule: 'The cookie of a sign-in is hidden',
    file: 'src/adapters/log-redaction.ts',
    replace: 'parley_(?:session|state)=',
    by: 'parley_(?:session)=',
  },
  {
    rule: 'Cookies are hidden without https, too',
    file: 'src/adapters/log-redaction.ts',
    replace: '(?:__Host-)?parley_',
    by: '__Host-parley_',
  },
  {
    rule: 'A code in a query is hidden',
    file: 'src/adapters/log-redaction.ts',
    replace: '(?:token|code|state|key',
    by: '(?:token|state|key',
  },
  {
    rule: 'A query’s first member is hidden',
    file: 'src/adapters/log-redaction.ts',
    replace: '[?&](?:token',
    by: '[&](?:token',
  },
  {
    rule: 'A field is hidden however its name is written',
    file: 'src/adapters/log-redaction.ts',
    replace: 'authorization|cookie)|x-goog-api-key)',
    by: 'cookie)|x-goog-api-key)',
  },
  {
    rule: 'The key of Gemini’s header is hidden',
    file: 'src/adapters/log-redaction.ts',
    replace: '|x-goog-api-key)',
    by: ')',
  },
  {
    rule: 'A secret is hidden inside JSON',
    file: 'src/adapters/log-redaction.ts',
    replace: '[secret, insideJson(secret), insideJson(insideJson(secret)), encodeURIComponent(secret)]',
    by: '[secret, encodeURIComponent(secret)]',
  },
  {
    rule: 'A secret is hidden inside JSON of JSON',
    file: 'src/adapters/log-redaction.ts',
    replace: 'insideJson(secret), insideJson(insideJson(secret)), encodeURIComponent(secret)]',
    by: 'insideJson(secret), encodeURIComponent(secret)]',
  },
  {
    rule: 'A secret is hidden inside an address',
    file: 'src/adapters/log-redaction.ts',
    replace: 'insideJson(insideJson(secret)), encodeURIComponent(secret)]',
    by: 'insideJson(insideJson(secret))]',
  },
  {
    rule: 'A secret of six characters is hidden',
    file: 'src/adapters/log-redaction.ts',
    replace: 'const shortest = 6;',
    by: 'const shortest = 7;',
  },
  {
    rule: 'What is too short to be a secret is left',
    file: 'src/adapters/log-redaction.ts',
    replace: 'const shortest = 6;',
    by: 'const shortest = 5;',
  },
  {
    rule: 'A secret is hidden wherever it stands',
    file: 'src/adapters/log-redaction.ts',
    replace: 'redacted.replaceAll(secret, hidden)',
    by: 'redacted.replace(secret, hidden)',
  },
  {
    rule: 'The values that PostgreSQL names are not logged',
    file: 'src/adapters/log.ts',
    replace: "const kept = ['code',",
    by: "const kept = ['detail', 'code',",
  },
  {
    rule: 'The place where PostgreSQL was is not logged',
    file: 'src/adapters/log.ts',
    replace: "const kept = ['code',",
    by: "const kept = ['where', 'code',",
  },
  {
    rule: 'The constraint of an error is logged',
    file: 'src/adapters/log.ts',
    replace: "'constraint', ",
    by: '',
  },
  {
    rule: 'The address of a failed connection is logged',
    file: 'src/adapters/log.ts',
    replace: "'address', 'port'",
    by: "'port'",
  },
  {
    rule: 'A field of an error is a text or a number',
    file: 'src/adapters/log.ts',
    replace: "typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : []",
    by: '[[name, value] as const]',
  },
  {
    rule: 'The causes of an error are logged as errors',
    file: 'src/adapters/log.ts',
    replace: 'cause: loggedError(error.cause)',
    by: 'cause: error.cause',
  },
  {
    rule: 'The errors in an error are logged as errors',
    file: 'src/adapters/log.ts',
    replace: 'errors: error.errors.map(loggedError)',
    by: 'errors: error.errors',
  },
  {
    rule: 'A log has what is as important as asked',
    file: 'src/adapters/log.ts',
    replace: "level: options.level ?? 'info'",
    by: "level: 'info'",
  },
  {
    rule: 'Errors are logged under both of their names',
    file: 'src/adapters/log.ts',
    replace: 'serializers: { error: loggedError, err: loggedError }',
    by: 'serializers: { error: loggedError }',
  },
];
