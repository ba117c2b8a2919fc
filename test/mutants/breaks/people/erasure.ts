import type { Break } from '../../break.ts';

const blocking = ['test/core/administration/block-users.test.ts'];
const erasing = ['test/adapters/postgres/people/erasure-store.test.ts'];
const retaining = ['test/adapters/postgres/people/retention-store.test.ts'];
const registry = ['test/adapters/postgres/people/held-tables.test.ts'];
const held = 'src/adapters/postgres/people/held-tables.ts';
const texts = 'src/adapters/postgres/people/tables-with-texts.ts';
const erasures = 'src/adapters/postgres/people/erasure-store.ts';
const userData = 'src/core/administration/manage-user-data.ts';
const hiding = ['test/core/operations/hide-people.test.ts'];
const blocker = 'src/core/administration/block-users.ts';
const retention = 'src/adapters/postgres/people/retention-store.ts';

export const peopleBreaks: readonly Break[] = [
  {
    rule: 'An admission refuses a blocked user',
    file: 'src/core/turn/admission/admission-rules.ts',
    replace: "isBlocked ? { status: 'user_blocked' } : null",
    by: "isBlocked && false ? { status: 'user_blocked' } : null",
    tests: ['test/core/turn/admission/admission-rules.test.ts'],
  },
  {
    rule: 'A block concerns one client',
    file: 'src/adapters/postgres/admissions/fact-statements.ts',
    replace: 'b.client_id = a.client_id and b.external_user_id = a.user_id`',
    by: 'b.external_user_id = a.user_id`',
    tests: blocking,
  },
  {
    rule: 'An erasure leaves no row that another transaction changes meanwhile',
    file: erasures,
    replace: 'piece !== null && piece.missed > 0',
    by: 'piece === null',
    tests: erasing,
  },
  {
    rule: 'A replay sends nothing about a user whose data is being erased',
    file: 'src/adapters/postgres/webhooks/webhook-store.ts',
    replace: 'where r.client_id = $1 and r.external_user_id = e.external_user_id)',
    by: 'where false)',
    tests: ['test/adapters/postgres/events/delivery-store.test.ts'],
  },
  {
    rule: 'Just before midnight, a change of a client excludes admissions of the next day',
    file: 'src/adapters/postgres/administration/client-writer.ts',
    replace: "now() + interval '1 minute'",
    by: "now() - interval '1 minute'",
    tests: ['test/adapters/postgres/admissions/midnight.test.ts'],
  },
  {
    rule: 'Blocking excludes admissions until it is stored',
    file: blocker,
    replace: `      const client = await lockClient(tenants, slug);
      const { id } = client;`,
    by: `      const client = (await tenants.clients.find(slug)) ?? (await lockClient(tenants, slug));
      const { id } = client;`,
    tests: blocking,
  },
  {
    rule: 'Blocking cancels what waits and stops what runs',
    file: blocker,
    replace: "        await tenants.clients.cancelTurns(id, userId, 'user_blocked');\n",
    by: '',
    tests: blocking,
  },
  {
    rule: 'A blocked user is told so before anything about the agent',
    file: 'src/core/turn/admit-turn.ts',
    replace: 'if (error instanceof ParleyError && (await blockedUsers.isBlocked(owner)))',
    by: 'if (error instanceof ParleyError && !blockedUsers)',
    tests: ['test/flows/people/blocked-users.test.ts'],
  },
  {
    rule: 'A user whose data is being erased cannot be unblocked',
    file: 'src/adapters/postgres/people/blocked-user-store.ts',
    replace:
      '         and not exists (select from erasures e where e.client_id = $1 and e.external_user_id = $2)\n',
    by: '',
    tests: erasing,
  },
  {
    rule: 'An erasure deletes the messages',
    file: texts,
    replace: 'where v.client_id = $1 and v.external_user_id = $2)`',
    by: 'where v.client_id = $1 and v.external_user_id = $2 and false)`',
    tests: erasing,
  },
  {
    rule: 'An erasure removes the keys of requests from the turns',
    file: held,
    replace: "', idempotency_key = null, request_id = null'",
    by: "', request_id = null'",
    tests: erasing,
  },
  {
    rule: 'An erasure removes the email address from the audit log',
    file: held,
    replace: 'case when x.subject = $2 then x.',
    by: 'case when x.subject <> $2 then x.',
    tests: erasing,
  },
  {
    rule: 'An erasure removes a person from the settings of the client',
    file: userData,
    replace: 'if (client.openAi.defaultUser === userId) await',
    by: 'if (client.openAi.defaultUser === pseudonym) await',
    tests: erasing,
  },
  {
    rule: 'An erasure removes a person from what the log says about settings',
    file: held,
    replace: "        or x.before ->> 'openai_default_user' = $2 or x.after ->> 'openai_default_user' = $2)`",
    by: '        or false)`',
    tests: erasing,
  },
  {
    rule: 'An export of an erased user does not name the user',
    file: userData,
    replace: "(await change.erasures.isStored({ clientId, userId })) ? userId : ''",
    by: 'userId',
    tests: ['test/flows/console/end-users.test.ts'],
  },
  {
    rule: 'A viewer does not see the user of requests that name none',
    file: 'src/contract/openai/settings.ts',
    replace: 'openai_default_user: aboutPerson(',
    by: 'openai_default_user: ((schema) => schema)(',
    tests: hiding,
  },
  {
    rule: 'A viewer does not see a user in the changes of settings',
    file: 'src/core/operations/hide-people.ts',
    replace: "Reflect.set(members, name, 'hidden');",
    by: '{}',
    tests: hiding,
  },
  {
    rule: 'An erasure removes a person as the author of changes',
    file: held,
    replace: 'actor = case when x.actor = $2 then $3 else x.actor end,',
    by: 'actor = x.actor,',
    tests: erasing,
  },
  {
    rule: 'An erasure ends only when nothing is left',
    file: erasures,
    replace: 'if (left.length > 0) {',
    by: 'if (left.length < 0) {',
    tests: erasing,
  },
  {
    rule: 'Another round of an erasure has another pseudonym',
    file: erasures,
    replace: "'update erasures set pseudonym = $3 where",
    by: "'update erasures set pseudonym = coalesce(pseudonym, $3) where",
    tests: erasing,
  },
  {
    rule: 'An erasure waits until no turn of the user runs',
    file: erasures,
    replace: "(state = 'running' or state = 'queued')\n       and",
    by: "(state = 'expired' and state = 'queued')\n       and",
    tests: erasing,
  },
  {
    rule: 'An erasure ends with the block of its user',
    file: erasures,
    replace: 'delete from blocked_users where client_id = $1 and external_user_id = $2',
    by: 'delete from blocked_users where client_id = $1 and external_user_id <> $2',
    tests: erasing,
  },
  {
    rule: 'Only a revoked client is deleted',
    file: 'src/core/administration/delete-client.ts',
    replace: 'if (client.enabled) throw errors.clientNotRevoked(slug);',
    by: '',
    tests: erasing,
  },
  {
    rule: 'Every column that could name a person is registered',
    file: texts,
    replace: "people: ['content', 'rating', 'comment'],",
    by: "people: ['content', 'rating'],",
    tests: registry,
  },
  {
    rule: 'Retention spares what was touched',
    file: retention,
    replace: 'greatest(v.updated_at, v.last_message_at) < now()',
    by: 'v.created_at <= now()',
    tests: retaining,
  },
  {
    rule: 'Login sessions end by themselves',
    file: retention,
    replace: "login_sessions: 'expires_at < now()'",
    by: "login_sessions: `expires_at < now() - interval '1 year'`",
    tests: retaining,
  },
  {
    rule: 'every export is audited',
    file: userData,
    replace: 'await change.audit.append({ ...entry, subject,',
    by: "if (actor.kind === 'operator') await change.audit.append({ ...entry, subject,",
    tests: ['test/flows/people/user-data.test.ts'],
  },
  {
    rule: 'an operator’s export is audited',
    file: userData,
    replace: 'await change.audit.append({ ...entry, subject,',
    by: "if (actor.kind !== 'operator') await change.audit.append({ ...entry, subject,",
    tests: ['test/flows/console/end-users.test.ts'],
  },
  {
    rule: 'an export names nobody of whom nothing is stored',
    file: userData,
    replace: "(await change.erasures.isStored({ clientId, userId })) ? userId : ''",
    by: 'userId',
    tests: ['test/flows/people/user-data.test.ts'],
  },
];
