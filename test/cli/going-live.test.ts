import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import { useCommandLine } from './command-line.ts';
import { runParley } from './run-parley.ts';

const prefix = 'going live: ';

describe('doctor --going-live', () => {
  const commandLine = useCommandLine(createTestDatabase);

  /** What is still to do, without the words about it. */
  async function openItems(more: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
    const env = { DATABASE_URL: commandLine.databaseUrl, PARLEY_SECRET: 's'.repeat(32), ...more };
    const ran = await runParley(['doctor', '--going-live', '--json'], { env, folder: commandLine.folder });
    const lines = ran.json().checks?.map?.(({ name, status }) => `${status} ${name}`) ?? [];
    const warning = `warn ${prefix}`;
    return lines.filter((line) => line.startsWith(warning)).map((line) => line.slice(warning.length));
  }

  test('ticks what was done, and names the rest', async () => {
    await using database = openPatientDatabase(commandLine.databaseUrl);
    const settings = ['https', 'a real model', 'email', 'metrics'];
    assert.deepEqual(await openItems(), [...settings, 'an owner']);
    assert.deepEqual(await openItems({ PARLEY_SECRET: '', DATABASE_URL: '' }), [
      ...settings,
      'master secret',
    ]);

    await commandLine.parley('client create demo');
    const operator = crypto.randomUUID();
    await database.query("insert into operators (id, email, role) values ($1, 'a@example.com', 'owner')", [
      operator,
    ]);
    assert.ok((await openItems()).includes('an owner'), 'an owner without a passkey cannot come back');
    await database.query(
      `insert into operator_passkeys (id, operator_id, name, public_key, counter, transports, synced)
       values ('credential', $1, 'A key', '', 0, '{}', false)`,
      [operator],
    );
    assert.deepEqual(await openItems(), [...settings, 'no demo partner']);
    await commandLine.parley('client revoke demo');
    const settled = {
      PARLEY_PUBLIC_URL: 'https://chat.example.com',
      OPENAI_API_KEY: 'sk-test',
      OPENAI_BASE_URL: 'http://127.0.0.1:1/v1',
      SMTP_URL: 'smtp://127.0.0.1:1',
      PARLEY_METRICS: '127.0.0.1:9464',
    };
    assert.deepEqual(await openItems(settled), []);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'An owner who has no passkey is none to go live with',
    file: 'src/app/doctor/check-going-live.ts',
    replace: 'join operator_passkeys',
    by: 'left join operator_passkeys',
  },
  {
    rule: 'A demo partner that is revoked is gone',
    file: 'src/app/doctor/check-going-live.ts',
    replace: ' and enabled) as demo',
    by: ') as demo',
  },
  {
    rule: 'Going live needs https',
    file: 'src/app/doctor/check-going-live.ts',
    replace: "publicOrigin.startsWith('https://')",
    by: 'true',
  },
  {
    rule: 'A secret that the data folder alone holds is to be kept elsewhere',
    file: 'src/app/doctor/check-going-live.ts',
    replace: 'databaseUrl !== null || secret !== null',
    by: 'true',
  },
];
