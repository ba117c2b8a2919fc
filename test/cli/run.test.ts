import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isWellFormedApiKey } from '#core/identity/api-key.ts';
import type { Break } from '#test/break.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createEmptyDatabase } from '#test/database/test-database.ts';
import { useCommandLine } from './command-line.ts';
import { runParley } from './run-parley.ts';

describe('the command line', () => {
  const commandLine = useCommandLine(createEmptyDatabase);
  const { parley } = commandLine;

  test('a command brings an empty database up to date by itself', async () => {
    const { code, json } = await parley('client create first --json');
    assert.equal(code, 0);
    assert.equal(json().ok, true);
    const again = await parley('migrate --json');
    const { database, ...said } = again.json();
    assert.deepEqual(said, { ok: true, applied: [] });
  });

  test('client create prints the key once, with the client as the options say', async () => {
    const { code, stdout, json } = await parley(
      'client create acme --name Acme --subscription active --daily-limit none --user-requests 5 --user-priority 0 ' +
        '--user-deep-dive none --deep-dive on --scopes chat,admin:clients --agent assistant --burst 60 --concurrent 4 ' +
        '--user-concurrent 2 --model demo/demo --origins https://a.example,http://localhost:3000 --providers demo --json',
    );
    const { api_key, client } = json();
    assert.equal(code, 0);
    assert.ok(isWellFormedApiKey(String(api_key)));
    assert.equal(stdout.split('\n').length, 2);
    const { created_at, updated_at, handoff_kid, ...facts } = client ?? {};
    assert.deepEqual(facts, {
      slug: 'acme',
      name: 'Acme',
      source_app: 'acme',
      enabled: true,
      subscription_status: 'active',
      daily_limit: null,
      user_limits: { requests: 5, priority: 0, deep_dive: null },
      deep_dive_enabled: true,
      default_agent: 'assistant',
      bound_agents: [],
      model: 'demo/demo',
      providers: ['demo'],
      scopes: ['chat', 'admin:clients'],
      origins: ['https://a.example', 'http://localhost:3000'],
      burst_per_minute: 60,
      concurrent_turns: 4,
      concurrent_turns_per_user: 2,
      retention_days: null,
      knowledge_bytes: 52_428_800,
      openai_system: 'append',
      openai_user_header: null,
      openai_default_user: null,
      key_prefix: String(api_key).slice(0, 14),
      previous_key_until: null,
      conversations_private: false,
      model_links: false,
      show_cost: false,
      tenant_url: 'http://acme.localhost:8080',
    });
    assert.doesNotMatch((await parley('client show acme --json')).stdout, new RegExp(String(api_key)));
  });

  test('client update changes what it names and nothing else', async () => {
    const before = (await parley('client create changing --daily-limit 9 --json')).json().client;
    const { json } = await parley('client update changing --deep-dive on --scopes admin:usage --json');
    const { updated_at, ...after } = json().client ?? {};
    const { updated_at: _, ...expected } = before ?? {};
    assert.deepEqual(after, { ...expected, deep_dive_enabled: true, scopes: ['admin:usage'] });
  });

  test('a client can be revoked, enabled, given another key and another agent', async () => {
    const key = (await parley('client create handled --json')).json().api_key;
    assert.equal((await parley('client revoke handled --json')).json().client?.enabled, false);
    assert.equal((await parley('client enable handled --json')).json().client?.enabled, true);
    assert.notEqual((await parley('client rotate-key handled --json')).json().api_key, key);
    assert.equal((await parley('client rotate-handoff handled --json')).json().ok, true);
    const bound = (await parley('client bind-agent handled operator-support --json')).json().client;
    assert.deepEqual(bound?.bound_agents, ['operator-support']);
    const unbound = (await parley('client unbind-agent handled operator-support --json')).json().client;
    assert.deepEqual(unbound?.bound_agents, []);
  });

  test('user create makes a password, or takes one from standard input', async () => {
    await parley('client create people');
    const made = (await parley('user create people Ann@Example.com --admin --json')).json();
    assert.equal(typeof made.password, 'string');
    assert.equal(made.user?.email, 'ann@example.com');
    assert.equal(made.user?.admin, true);
    const given = await parley(
      'user create people bob@example.com --password-stdin --json',
      'correct horse\n',
    );
    assert.equal(given.json().password, undefined);
    assert.doesNotMatch(given.stdout + given.stderr, /correct horse/);
    const create = 'user create people eve@example.com --password-stdin --json';
    const { code, json } = await parley(create, 'password1234\n');
    assert.deepEqual([code, json().errors?.[0]?.code], [1, 'common']);
    const off = await parley('user disable people ANN@example.com --json');
    assert.equal(off.json().user?.enabled, false);
    const on = await parley('user enable people ann@example.com --json');
    assert.equal(on.json().user?.enabled, true);
    const list = (await parley('user list people --json')).json();
    assert.deepEqual(
      list.data?.map?.(({ email }) => email),
      ['ann@example.com', 'bob@example.com'],
    );
  });

  test('usage is that of a client or of one of its users, on a day', async () => {
    await parley('client create metered --daily-limit 10 --user-requests 4');
    await using database = openPatientDatabase(commandLine.databaseUrl, 1);
    await database.query(
      `with c as (select id from clients where slug = 'metered'),
         a as (insert into usage_clients (client_id, day, requests) select id, date '2026-01-31', 7 from c)
       insert into usage_users (client_id, day, external_user_id, requests) select id, date '2026-01-31', 'u 1', 3 from c`,
    );
    const ofClient = (await parley('usage metered --day 2026-01-31 --json')).json();
    assert.deepEqual([ofClient.client, ofClient.day], ['metered', '2026-01-31']);
    assert.equal(ofClient.usage?.requests?.label, '7/10');
    const env = { DATABASE_URL: commandLine.databaseUrl, PARLEY_SECRET: 's'.repeat(32) };
    const words = ['usage', 'metered', '--user', 'u 1', '--day', '2026-01-31', '--json'];
    assert.equal(
      (await runParley(words, { env, folder: commandLine.folder })).json().usage?.requests?.label,
      '3/4',
    );
    assert.equal((await parley('usage metered --json')).json().usage?.requests?.label, '0/10');
  });

  test('a refusal is exit code 1, a message on stderr, and its code with --json', async () => {
    const refusals = [
      ['client show nobody', 'client_not_found'],
      ['client create login', 'validation_error'],
      ['client create x', 'validation_error'],
      ['client create bad --origins http://a.example', 'validation_error'],
      ['client create bad --agent operator-support', 'validation_error'],
      ['client create bad --model nobody/model', 'validation_error'],
      ['client bind-agent first nobody', 'agent_not_found'],
      ['user disable first nobody@example.com', 'user_not_found'],
      ['usage nobody', 'client_not_found'],
    ] as const;
    for (const [words, refusal] of refusals) {
      const { code, stdout, stderr, json } = await parley(`${words} --json`);
      assert.deepEqual([code, json().ok, json().code], [1, false, refusal], words);
      assert.match(stderr, /^parley: /, words);
      assert.equal(stdout.trim().split('\n').length, 1);
    }
    const { code, stdout } = await parley('client show nobody');
    assert.deepEqual([code, stdout], [1, '']);
  });

  test('wrong usage is exit code 2 with what is wrong and the one line that helps, and touches nothing', async () => {
    const client =
      /^Usage: parley client create <slug> \[options\]; parley client create --help lists them$/m;
    const mistakes = [
      ['client', /^Usage: parley client create\|list\|show\|/m],
      ['client frobnicate acme', /^Usage: parley client create\|list\|show\|/m],
      ['frobnicate', /^Usage: parley <command>; parley --help lists them$/m],
      ['client create', /^parley: client create needs <slug>$/m],
      ['client create one two', client],
      ['client create wrong --bogus', /has no option --bogus; its options are .*--daily-limit, /],
      ['client create wrong --daily-limit many', /must be none or a whole number from 0 to 2147483647$/m],
      ['client create wrong --daily-limit=-1', client],
      [
        'client create wrong --daily-limit 1 --daily-limit 2',
        /^parley: --daily-limit must be given at most once$/m,
      ],
      ['client create wrong --deep-dive maybe', /^parley: --deep-dive must be on or off$/m],
      [
        'client create wrong --subscription forever',
        /must be trial, active, past_due or canceled; not forever$/m,
      ],
      [
        'client rotate-key first --overlap 8d',
        /^parley: --overlap must be a duration of at most 7 days, as in /m,
      ],
      ['client rotate-key first --overlap 24', /^Usage: parley client rotate-key <slug> \[--overlap 24h\]$/m],
      ['client create wrong --scopes chat,root', /--scopes must be chat, .* or admin:\w+; not root$/m],
      ['agent create wrong --name N', /^parley: agent create needs --instructions-file$/m],
      ['usage first --day 2026-02-30', /^Usage: parley usage <slug> \[--user ID\] \[--day YYYY-MM-DD\]$/m],
      ['serve now', /^Usage: parley serve$/m],
    ] as const;
    for (const [words, line] of mistakes) {
      const { code, stdout, stderr } = await parley(words);
      assert.deepEqual([code, stdout], [2, ''], words);
      assert.match(stderr, line);
      assert.deepEqual(stderr.trimEnd().split('\n').length, 2, stderr);
      const json = (await parley(`${words} --json`)).json();
      assert.deepEqual([json.ok, json.code], [false, 'usage'], words);
    }
    assert.equal((await parley('client show wrong')).code, 1);
  });

  test('a noun alone gets the list of its verbs, and no other commands', async () => {
    const { stderr } = await parley('user');
    assert.match(stderr, /user needs one of create, list, disable, enable/);
    assert.match(stderr, /^Usage: parley user create\|list\|disable\|enable; parley user --help has more$/m);
  });

  test('--version says which one it is', async () => {
    const { code, stdout } = await parley('--version');
    assert.equal(code, 0);
    assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'An unknown option is answered with those that are known',
    file: 'src/cli/parse-arguments.ts',
    replace: "'env-file', ...Object.keys(command.options)]",
    by: "'env-file']",
  },
];
