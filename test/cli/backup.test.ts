import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Database } from '#adapters/postgres/database/database.ts';
import { startEmbeddedPostgres } from '#adapters/postgres/embedded/embedded.ts';
import { usageIsExact } from '#test/auditor/auditor-rows.ts';
import { numberedAnswers } from '#test/auditor/numbered-answers.ts';
import type { Break } from '#test/break.ts';
import { makeFolder } from '#test/machine/make-folder.ts';
import { startMockProvider } from '#test/mock/mock-provider.ts';
import { until } from '#test/reading/until.ts';
import { startService, type TestService } from '#test/world/process.ts';
import { runParley } from './run-parley.ts';

describe('A backup of the embedded database', () => {
  let folder: string;
  before(async () => {
    folder = makeFolder('parley-backup-');
  });
  after(() => rm(folder, { recursive: true }));

  const parley = (words: readonly string[], dataFolder: string) =>
    runParley([...words, '--json'], { env: { PARLEY_DATA_DIR: dataFolder }, folder });

  test('is made while the service answers, and brings back keys, answers and exact usage on an empty machine', async () => {
    await using provider = await startMockProvider({ scenario: numberedAnswers(5) });
    const model = {
      OPENAI_BASE_URL: provider.baseUrl,
      OPENAI_API_KEY: 'sk-mock',
      PARLEY_MODEL: 'openai/mock',
    };
    const copy = join(folder, 'copy');
    const elsewhere = join(folder, 'elsewhere');
    let key = '';
    const answered: string[] = [];
    {
      await using service = await startService({ env: { ...model, PARLEY_WORKER_SLOT: '3' } });
      assert.match(
        service.stdout(),
        /PARLEY_WORKER_SLOT is not a Parley setting .* did you mean PARLEY_WORKER_SLOTS\?/,
      );
      [key] = await service.printed(/parley_sk_\w+/);
      const stop = new AbortController();
      const asking = keepAsking(service, key, answered, stop.signal);
      await until(() => answered.length >= 3);
      const { length: known } = answered;
      // Made beforehand, and open to others.
      await mkdir(copy);
      await chmod(copy, 0o755);
      const made = await parley(['backup', copy], service.dataFolder);
      stop.abort();
      await asking;
      assert.equal(made.code, 0, made.stderr);
      assert.equal(made.json().backup?.kind, 'files');
      assert.match(made.stderr + made.stdout, /keep \S+copy private: it holds the master secret/);
      for (const path of ['.', ...(await readdir(copy, { recursive: true }))]) {
        const found = await stat(join(copy, path));
        assert.equal(found.mode & 0o777, found.isDirectory() ? 0o700 : 0o600, path);
      }
      answered.length = known;
      const again = await parley(['backup', copy], service.dataFolder);
      assert.deepEqual([again.code, again.json().ok], [1, false]);
      assert.match(again.stderr, /copy is not empty/);
    }
    const restored = await parley(['restore', copy], elsewhere);
    assert.equal(restored.code, 0, restored.stderr);
    assert.equal(restored.json().restored?.clients, 1);
    for (const name of ['secret', 'postgres/password']) {
      assert.equal((await stat(join(elsewhere, name))).mode & 0o777, 0o600, name);
      assert.equal(await readFile(join(elsewhere, name), 'utf8'), await readFile(join(copy, name), 'utf8'));
    }
    await using service = await startService({ dataFolder: elsewhere });
    for (const id of answered) assert.match(await read(service, key, id), /"role":"assistant"/);
    await using postgres = await startEmbeddedPostgres({ dataFolder: elsewhere });
    await using database = new Database({ ...postgres.connection, connections: 1 });
    await until(async () => {
      const [row] = await database.query<{ running: number }>(
        `select count(*)::int as running from turns where state in ('queued', 'running')`,
      );
      return row?.running === 0;
    });
    await usageIsExact(database);
    // Cursors may know more events than the backup has.
    const [log] = await database.query<{ generation: number }>('select generation from event_log');
    assert.notEqual(log?.generation, 1);
  });
});

/**
 * One stream after the other, until the signal or most of the day's limit; `answered` gets the conversation of each
 * that ended.
 */
async function keepAsking(service: TestService, key: string, answered: string[], signal: AbortSignal) {
  while (!signal.aborted && answered.length < 150) {
    const response = await fetch(`${service.origin}/v1/stream`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ prompt: 'What is Parley?', context: { external_user_id: 'user-1' } }),
    });
    await response.text();
    assert.equal(response.status, 200);
    answered.push(response.headers.get('x-conversation-id') ?? '');
  }
}

async function read(service: TestService, key: string, id: string): Promise<string> {
  const response = await fetch(`${service.origin}/v1/conversations/${id}?external_user_id=user-1`, {
    headers: { authorization: `Bearer ${key}` },
  });
  assert.equal(response.status, 200);
  return response.text();
}

export const breaks: readonly Break[] = [
  {
    rule: 'A restore begins a generation of the log',
    file: 'src/app/restore.ts',
    replace: `  await renewEventLog(database);
`,
    by: '',
  },
  {
    rule: 'The files of a backup are private',
    file: 'src/adapters/postgres/backup/file-tree.ts',
    replace: "await using target = await open(to, 'wx', 0o600);",
    by: "await using target = await open(to, 'wx', 0o644);",
  },
  {
    rule: 'The folders of a backup are private',
    file: 'src/adapters/postgres/backup/file-tree.ts',
    replace: 'await mkdir(folder, { recursive: true, mode: 0o700 })',
    by: 'await mkdir(folder, { recursive: true, mode: 0o755 })',
  },
  {
    rule: 'The list of a backup’s files is private',
    file: 'src/adapters/postgres/backup/backup-manifest.ts',
    replace: "'wx', 0o600)",
    by: "'wx', 0o644)",
  },
  {
    rule: 'The control file of a backup is private',
    file: 'src/adapters/postgres/backup/back-up-files.ts',
    replace: 'next, { mode: 0o600, flush: true }',
    by: 'next, { mode: 0o644, flush: true }',
  },
  {
    rule: 'The label of a backup is private',
    file: 'src/adapters/postgres/backup/back-up-files.ts',
    replace: 'ended.label, { mode: 0o600, flush: true }',
    by: 'ended.label, { mode: 0o644, flush: true }',
  },
  {
    rule: 'The folder of a backup is private, even where it stood before',
    file: 'src/app/back-up.ts',
    replace: '  await chmod(folder, 0o700);',
    by: '',
  },
  {
    rule: 'A backup of a running database has the log that makes its files consistent',
    file: 'src/adapters/postgres/backup/back-up-files.ts',
    replace: 'return /^[0-9A-F]{24}$/.test(path) && path >= firstSegment && path <= lastSegment;',
    by: 'return /^[0-9A-F]{24}$/.test(path) && path < firstSegment && path <= lastSegment;',
  },
  {
    rule: 'A backup of the embedded database has the master secret',
    file: 'src/adapters/postgres/backup/back-up-files.ts',
    replace: '^(?:secret|outbox(?:\\/.*)?)$',
    by: '^(?:outbox(?:\\/.*)?)$',
  },
  {
    rule: 'A backup replaces no files',
    file: 'src/app/back-up.ts',
    replace: 'if (found !== undefined) {',
    by: 'if (found === folder) {',
  },
];
