import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { test } from 'node:test';
import { presentTenantAudit } from '#core/audit/audit.ts';
import type { Break } from '#test/break.ts';
import { openConsole } from '#test/console/console-world.ts';
import { makeFolder } from '#test/machine/make-folder.ts';
import { testSecret } from '#test/world/api.ts';
import { runParley } from '../../cli/run-parley.ts';

const email = 'owner@example.com';

test('the audit log names operators by their addresses and shows what changed, to those who see people', async () => {
  await using world = await openConsole();
  const folder = makeFolder('parley-audit-');
  const { client } = await world.api.partner({ daily_limit: 200 });
  const owner = await world.signedIn('owner', email);
  const changed = await owner.ask('PATCH', `/clients/${client.slug}`, { daily_limit: 7 });
  assert.equal(changed.status, 200, changed.text);

  const shown = async (browser: typeof owner, query: string) =>
    (await browser.ask('GET', `/audit?${query}`)).json['data']?.[0];
  const ofClient = await shown(owner, `client=${client.slug}`);
  assert.match(String(ofClient?.['actor']), /^op:/);
  assert.deepEqual([ofClient?.['actor_email'], ofClient?.['subject_email']], [email, null]);
  const enrolled = await shown(owner, 'action=operator.enrol');
  assert.deepEqual([enrolled?.['actor_email'], enrolled?.['subject_email']], [email, email]);
  const viewer = await world.signedIn('viewer');
  for (const query of [`client=${client.slug}`, 'action=operator.add_passkey', 'action=operator.enrol']) {
    assert.doesNotMatch(JSON.stringify(await shown(viewer, query)), /@example\.com/);
  }

  const env = { DATABASE_URL: world.api.databaseUrl, PARLEY_SECRET: testSecret };
  const { stdout } = await runParley(['audit'], { env, folder });
  assert.match(stdout, /owner@example\.com +client\.update .*daily_limit: 200 → 7$/m);
  assert.match(stdout, /owner@example\.com +operator\.enrol +owner@example\.com /);
  await rm(folder, { recursive: true });
});

test('administrators of a tenant learn no address of an operator', () => {
  const entry = { id: 1, at: new Date(), actor: 'op:1', action: 'client.update', clientSlug: 'acme' };
  const emails = { actorEmail: email, subjectEmail: email };
  const shown = presentTenantAudit({ ...entry, ...emails, subject: 'acme', before: null, after: null });
  assert.deepEqual([shown.actor, shown.actor_email, shown.subject_email], ['operator', null, null]);
});

export const breaks: readonly Break[] = [
  {
    rule: 'The audit log names an operator by the address',
    file: 'src/adapters/postgres/administration/audit-store.ts',
    replace: "on a.actor = 'op:' || o.id",
    by: 'on false',
  },
  {
    rule: 'The audit log names the operator that was changed by the address',
    file: 'src/adapters/postgres/administration/audit-store.ts',
    replace: "on a.subject = 'op:' || s.id",
    by: 'on false',
  },
  {
    rule: 'A viewer sees no address of an operator in the audit log',
    file: 'src/core/operations/hide-people.ts',
    replace: `hideInEntry(value);
  hideIn(`,
    by: `hideInEntry(value);
  else hideIn(`,
  },
  {
    rule: 'Administrators of a tenant see no address of an operator',
    file: 'src/core/audit/audit.ts',
    replace: `    actor_email: null,
    subject_email: null,
`,
    by: '',
  },
  {
    rule: 'The audit of the command line names an operator by the address',
    file: 'src/cli/commands/audit.ts',
    replace: 'actor_email ?? actor,',
    by: 'actor,',
  },
  {
    rule: 'The audit of the command line shows what a value was and is',
    file: 'src/cli/commands/audit.ts',
    replace: 'describeChange(before, after, changeWords)',
    by: "Object.keys(after ?? {}).join(', ')",
  },
];
