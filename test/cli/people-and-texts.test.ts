import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import type { Break } from '#test/break.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import { answeredTurn, createClient, ownerIn } from '#test/world/factories.ts';
import { useCommandLine } from './command-line.ts';

describe('the command line, on people and texts', () => {
  const commandLine = useCommandLine(createTestDatabase);
  const { parley } = commandLine;

  test('a document is read by the ending of its file, found by a part of its name, and deleted', async () => {
    await writeFile(join(commandLine.folder, 'returns.md'), '# Returns\n\nWithin a week.\n');
    await writeFile(join(commandLine.folder, 'returns'), '# Returns\n');
    const put = 'agent documents put assistant';
    const stored = await parley(
      `${put} returns --file returns.md --url https://example.com/a --language de --requires {"plan":["pro"]} --json`,
    );
    const { id, title, url, language, requires } = stored.json().document ?? {};
    assert.deepEqual(
      [id, title, url, language, requires],
      ['returns', 'Returns', 'https://example.com/a', 'german', { plan: ['pro'] }],
    );
    assert.match((await parley(`${put} named --file returns.md --title Other`)).stdout, /Other/);
    assert.match(
      (await parley(`${put} named --file returns.md --title Other`)).stderr,
      /the same document is stored already/,
    );
    for (const [words, said] of [
      [`${put} plain`, /needs --file/],
      [`${put} plain --file returns`, /--type must name the media type/],
      [`${put} plain --file nothing.md`, /--file names a file that cannot be read: nothing\.md/],
    ] as const) {
      const { code, stderr } = await parley(words);
      assert.equal(code, 2, words);
      assert.match(stderr, said);
    }
    assert.equal(
      (await parley(`${put} plain --file returns --type text/plain --json`)).json().document?.title,
      'plain',
    );
    const idsOf = async (more: string) =>
      (await parley(`agent documents list assistant ${more}--json`)).json().data?.map?.((each) => each.id);
    assert.deepEqual([await idsOf(''), await idsOf('--q OTH ')], [['named', 'plain', 'returns'], ['named']]);
    assert.equal(
      (await parley('agent documents get assistant returns --json')).json().document?.title,
      'Returns',
    );
    assert.match(
      (await parley('agent documents delete assistant returns')).stdout,
      /^The document returns is deleted$/m,
    );
    assert.equal((await parley('agent documents get assistant returns')).code, 1);
  });

  test('guidance is drafted from a file, published, and published again by its number', async () => {
    await parley('client create guided');
    const words = (verb: string) => `guidance ${verb} guided assistant`;
    assert.equal((await parley(words('draft'))).code, 2);
    for (const text of ['Be brief.', 'Be kind.']) {
      await writeFile(join(commandLine.folder, 'guidance.txt'), text);
      await parley(`${words('draft')} --file guidance.txt`);
      await parley(words('publish'));
    }
    const again = (await parley(`${words('publish')} --version 1 --json`)).json();
    assert.deepEqual([again.published?.version, again.published?.text], [1, 'Be brief.']);
    assert.match((await parley(words('show'))).stdout, /^1 \(published\) .* Be brief\.$/m);
    const { code, stderr } = await parley(`${words('publish')} --version 0`);
    assert.equal(code, 2);
    assert.match(stderr, /--version must be the number of a version/);
  });

  test('a client is deleted with --yes only, once it is revoked', async () => {
    await parley('client create leaving');
    const { code, stderr } = await parley('client delete leaving');
    assert.equal(code, 2);
    assert.match(stderr, /deleting leaving cannot be undone: confirm it with --yes/);
    assert.equal((await parley('client delete leaving --yes --json')).json().code, 'client_not_revoked');
    await parley('client revoke leaving');
    assert.equal((await parley('client delete leaving --yes')).code, 0);
    assert.equal((await parley('client show leaving --json')).json().code, 'client_not_found');
  });

  test('a client is given each setting, and each is taken back with its word for none', async () => {
    const given =
      '--providers demo --origins https://a.example --model demo/demo --openai-user-header X-User --openai-system refuse ' +
      '--openai-default-user user-1 --retention-days 9 --knowledge-bytes 5 --show-cost on';
    const client = (await parley(`client create settled ${given} --json`)).json().client;
    const settings = (found: typeof client) => [
      ...[
        found?.providers,
        found?.origins,
        found?.model,
        found?.openai_user_header,
        found?.openai_default_user,
      ],
      ...[found?.retention_days, found?.knowledge_bytes, found?.show_cost, found?.openai_system],
    ];
    const set = [['demo'], ['https://a.example'], 'demo/demo', 'x-user', 'user-1', 9, 5, true, 'refuse'];
    assert.deepEqual(settings(client), set);
    const none =
      '--providers all --origins none --model none --openai-user-header none --openai-default-user none ' +
      '--retention-days none --knowledge-bytes none --show-cost off';
    const cleared = await parley(`client update settled ${none} --json`);
    assert.deepEqual(settings(cleared.json().client), [
      null,
      [],
      null,
      null,
      null,
      null,
      null,
      false,
      'refuse',
    ]);
    assert.match(String(cleared.json().notices), /documents have no limit now/);
  });

  test('the previous key of a client stays for as long as is said, and not longer than it is needed', async () => {
    await parley('client create keyed');
    for (const [overlap, seconds] of [
      ['90s', 90],
      ['30m', 1_800],
      ['24h', 86_400],
      ['7d', 604_800],
    ] as const) {
      const { client } = (await parley(`client rotate-key keyed --overlap ${overlap} --json`)).json();
      const left = Date.parse(String(client?.previous_key_until)) - Date.now();
      assert.ok(Math.abs(left - seconds * 1_000) < 60_000, `${overlap}: ${left}`);
    }
    assert.equal(
      (await parley('client end-previous-key keyed --json')).json().client?.previous_key_until,
      null,
    );
    await parley('client rotate-key keyed --overlap 24h');
    const ended = (await parley('client rotate-key keyed --overlap 0 --json')).json();
    assert.equal(ended.client?.previous_key_until, null);
  });

  test('what is stored of a person is printed and erased, and the outcomes of a client are listed', async () => {
    await using database = openPatientDatabase(commandLine.databaseUrl, 1);
    const turns = new PostgresTurnStore(database, { notify: () => Promise.resolve() });
    const client = await createClient(database);
    await answeredTurn(turns, client, ownerIn(client, 'user-1'), { prompt: 'A question of mine' });
    const exported = await parley(`user-data export ${client.slug} user-1`);
    const lines = exported.stdout.trimEnd().split('\n');
    assert.ok(lines.length > 1 && lines.every((line) => line.startsWith('{"type":')), exported.stdout);
    assert.match(exported.stdout, /A question of mine/);
    const turnsOf = async (more: string) =>
      (await parley(`turns ${client.slug} ${more}--json`))
        .json()
        .data?.map?.((each) => each.external_user_id);
    assert.deepEqual(
      [await turnsOf(''), await turnsOf('--user user-9 '), await turnsOf('--failed ')],
      [['user-1'], [], []],
    );
    assert.equal((await parley(`turns ${client.slug} --since yesterday`)).code, 2);
    const erased = await parley(`user-data erase ${client.slug} user-1`);
    assert.deepEqual([erased.stdout, /still running/.test(erased.stderr)], ['erased\n', false]);
    assert.doesNotMatch(
      (await parley(`user-data export ${client.slug} user-1`)).stdout,
      /A question of mine/,
    );
  });

  test('a list of more than a page is printed to its end', async () => {
    await using database = openPatientDatabase(commandLine.databaseUrl, 1);
    await database.query(
      `insert into agents (slug, name, instructions) select 'many-' || n, 'Many', 'Help.' from generate_series(1, 101) n`,
    );
    const slugs = (await parley('agent list --json')).json().data?.map?.((each) => each.slug);
    assert.equal(slugs?.filter((slug) => String(slug).startsWith('many-')).length, 101);
  });

  test('an agent gets back the default model', async () => {
    await writeFile(join(commandLine.folder, 'help.md'), 'Help.');
    await parley('agent create modelled --name M --instructions-file help.md --model demo/demo');
    const { agent } = (await parley('agent update modelled --model none --json')).json();
    assert.equal(agent?.model, null);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A client is deleted by the command line with --yes only',
    file: 'src/cli/commands/client-end.ts',
    replace: "if (!input.flag('yes'))",
    by: "if (slug === '')",
  },
  {
    rule: 'The command line knows the type of a document by the ending of its file',
    file: 'src/cli/commands/agent-documents.ts',
    replace: "'.md': 'text/markdown'",
    by: "'.md': 'text/plain'",
  },
  {
    rule: 'The command line says what a document requires',
    file: 'src/cli/commands/agent-documents.ts',
    replace: "        requires: input.option('requires'),\n",
    by: '',
  },
  {
    rule: 'The command line finds documents by a text',
    file: 'src/cli/commands/agent-documents.ts',
    replace: 'query: { ...page, ...filter }',
    by: 'query: page',
  },
  {
    rule: 'The command line says that a document is stored already',
    file: 'src/cli/commands/agent-documents.ts',
    replace: "stored.changed ? [] : ['the same document is stored already']",
    by: '[]',
  },
  {
    rule: 'A draft is written from a file that is named',
    file: 'src/cli/commands/guidance.ts',
    replace: "if (text === undefined) throw new UsageError('guidance draft needs --file');",
    by: "if (text === undefined) return { json: { ok: true }, text: '' };",
  },
  {
    rule: 'An earlier version is published again by its number',
    file: 'src/cli/commands/guidance.ts',
    replace: 'const body = version === undefined ? undefined : { version };',
    by: 'const body = version === undefined || version > 0 ? undefined : { version };',
  },
  {
    rule: 'The word all takes back what providers a client may use',
    file: 'src/cli/commands/client-options.ts',
    replace: "input.option('providers') === 'all' ? null :",
    by: "input.option('providers') === '' ? null :",
  },
  {
    rule: 'The word none takes back the origins of a client',
    file: 'src/cli/commands/client-options.ts',
    replace: "input.option('origins') === 'none' ? [] :",
    by: "input.option('origins') === '' ? [] :",
  },
  {
    rule: 'The word none takes back the model of a client',
    file: 'src/cli/commands/client-options.ts',
    replace: "model: unless(input.option('model'), 'none', null)",
    by: "model: input.option('model')",
  },
  {
    rule: 'The command line says who sees costs',
    file: 'src/cli/commands/client-options.ts',
    replace: "    show_cost: onOrOff(input, 'show-cost'),\n",
    by: '',
  },
  {
    rule: 'The command line warns of documents without a limit',
    file: 'src/cli/commands/client.ts',
    replace: 'if (knowledge_bytes !== null) return [];',
    by: 'if (knowledge_bytes !== 0) return [];',
  },
  {
    rule: 'An hour of the command line has sixty minutes',
    file: 'src/cli/option-values.ts',
    replace: 'h: 3_600',
    by: 'h: 360',
  },
  {
    rule: 'No overlap ends the previous key at once',
    file: 'src/cli/option-values.ts',
    replace: "(amount === '0' ? 0 : Number.NaN)",
    by: 'Number.NaN',
  },
  {
    rule: 'The command line prints a list to its end',
    file: 'src/cli/every-row.ts',
    replace: '    cursor = page.next_cursor;\n',
    by: '    cursor = null;\n',
  },
  {
    rule: 'The word none gives an agent back the default model',
    file: 'src/cli/commands/agent.ts',
    replace: "return model === 'none' ? null : model;",
    by: 'return model;',
  },
  {
    rule: 'The command line lists the outcomes of one user',
    file: 'src/cli/commands/turns.ts',
    replace: "      external_user_id: input.option('user'),\n",
    by: '',
  },
  {
    rule: 'The command line lists failures alone',
    file: 'src/cli/commands/turns.ts',
    replace: "input.flag('failed') ? 'failed,expired' : undefined",
    by: 'undefined',
  },
];
