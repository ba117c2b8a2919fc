import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Break } from '#test/break.ts';
import { makeFolder } from '#test/machine/make-folder.ts';
import { startVendors, vendorKey } from '#test/mock/vendors.ts';
import { openApi, testSecret } from '#test/world/api.ts';
import { runCommand } from '#test/world/process.ts';

test('doctor only warns of an unknown model that nothing names, and a command says so that names it', async () => {
  await using vendors = await startVendors();
  const provider = { id: 'gateway', wire: 'anthropic', base_url: vendors.origin, api_key_env: 'VENDOR_KEY' };
  const models = [{ id: 'answers' }, { id: 'misspelt' }];
  const folder = makeFolder('parley-vendors-');
  const file = join(folder, 'config.json');
  writeFileSync(file, JSON.stringify({ providers: [{ ...provider, models }] }));
  const env = { PARLEY_CONFIG: file, VENDOR_KEY: vendorKey, PARLEY_MODEL: 'gateway/answers' };
  await using api = await openApi({ env });
  const { client } = await api.partner();
  const parley = async (...words: string[]) => {
    const settings = { DATABASE_URL: api.databaseUrl, PARLEY_SECRET: testSecret, ...env };
    return JSON.parse((await runCommand([...words, '--json'], { env: settings })).stdout);
  };
  const doctor = async () => {
    const { checks }: { checks: { name: string; status: string; detail: string }[] } = await parley('doctor');
    return checks.find(({ name }) => name === 'provider gateway');
  };
  const noticesOf = async (model: string) =>
    (await parley('client', 'update', client.slug, '--model', model)).notices;

  const found = await doctor();
  assert.equal(found?.status, 'warn');
  assert.match(found?.detail ?? '', /does not know misspelt;/);
  assert.equal(await noticesOf('gateway/answers'), undefined);
  assert.deepEqual(await noticesOf('gateway/misspelt'), [
    'gateway does not know the model misspelt: prompts that it is chosen for will fail',
  ]);
  assert.equal((await doctor())?.status, 'fail');
  rmSync(folder, { recursive: true });
});

export const breaks: readonly Break[] = [
  {
    rule: 'doctor fails for no model that nothing names',
    file: 'src/app/diagnose-providers.ts',
    replace: 'unknownModels.some((model) => used',
    by: 'unknownModels.some((model) => unknownModels.includes(model) || used',
  },
  {
    rule: 'a model that its provider does not know is said at once',
    file: 'src/app/diagnose-providers.ts',
    replace: "return unknownModels.includes(model) ? 'unknown' : 'found';",
    by: "return 'found';",
  },
];
