import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TSchema } from 'typebox';
import { AuditList, ClientList, UsageReport } from '#contract/admin.ts';
import { LiveTurnList } from '#contract/console/live.ts';
import { ClientOverview } from '#contract/console/screens.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { adminEndpoints } from '#contract/endpoints/admin-endpoints.ts';
import { type OperationRow, operationTable } from '#contract/endpoints/operation-table.ts';
import { operatorEndpoints } from '#contract/endpoints/operator-endpoints.ts';
import { EndedTurnList } from '#contract/jobs.ts';
import { hidingOf } from '#contract/shared/personal.ts';
import { hidePeople } from '#core/operations/hide-people.ts';
import { type OperationResult, operation } from '#core/operations/operation.ts';
import type { Break } from '#test/break.ts';

const actor = { kind: 'service' } as const;
const person = 'person-7';
const entry = { id: 1, at: 'now', client: 'acme', subject: person };
const settings = { name: 'Acme', openai_default_user: person };

describe('An answer to a role that sees no people', () => {
  it('names no end user of a turn, running or ended', () => {
    for (const schema of [LiveTurnList, EndedTurnList, UsageReport]) {
      const shown = hidePeople(schema, { data: [{ client: 'acme', external_user_id: person }] });
      assert.deepEqual(shown, { data: [{ client: 'acme', external_user_id: null }] });
    }
  });

  it('names no user of requests that name none, and no people of a tenant', () => {
    assert.deepEqual(hidePeople(ClientList, { data: [settings] }), {
      data: [{ name: 'Acme', openai_default_user: null }],
    });
    const overview = { client: settings, users: { data: [{ email: person }] }, audit: [] };
    const shown = { client: { name: 'Acme', openai_default_user: null }, users: null, audit: [] };
    assert.deepEqual(hidePeople(ClientOverview, overview), shown);
  });

  it('says of a change who did what and when, and of whom only where it is no person', () => {
    const change = { before: settings, after: { openai_default_user: null } };
    const asked = [
      { ...entry, actor: 'op:1', action: 'client.update', subject: 'acme', ...change },
      { ...entry, actor: 'hu:1', action: 'user.block', before: null, after: { external_user_id: person } },
      { ...entry, actor: 'op:1', action: 'a later one', before: { any: person }, after: null },
    ];
    const hidden = { subject: 'hidden', before: null, after: null };
    assert.deepEqual(hidePeople(AuditList, { data: asked }).data, [
      { ...asked[0], before: { ...settings, openai_default_user: 'hidden' } },
      { ...asked[1], actor: 'hu', ...hidden },
      { ...asked[2], ...hidden },
    ]);
  });

  it('is hidden by the operation, whatever it does, and others are given the whole', async () => {
    const body = { data: [{ external_user_id: person }] };
    const result: OperationResult<LiveTurnList> = JSON.parse(JSON.stringify({ body }));
    const list = operation('listLiveTurns', () => Promise.resolve(result));
    const ask = async (role: 'viewer' | 'support') => {
      const by = { channel: 'console', actor, role, isFresh: true } as const;
      return JSON.stringify((await list.perform({}, { by, params: {}, query: {}, body: undefined })).body);
    };
    assert.ok(!(await ask('viewer')).includes(person));
    assert.ok((await ask('support')).includes(person));
  });

  it('is marked wherever a member is called like a person', () => {
    const rows: [string, OperationRow][] = Object.entries(operationTable);
    const seen = rows.filter(([, { roles }]) => roles.includes('viewer')).map(([name]) => name);
    const endpoints: Readonly<Record<string, Endpoint>> = { ...adminEndpoints, ...operatorEndpoints };
    const unmarked = seen.flatMap((name) =>
      Object.values(endpoints[name]?.answers ?? {}).flatMap((schema) =>
        typeof schema === 'object' && schema !== null ? unmarkedIn(schema, name) : [],
      ),
    );
    assert.deepEqual(unmarked, []);
  });
});

const namesOfPeople = ['external_user_id', 'email', 'user', 'users', 'user_id', 'openai_default_user'];

/** The places of members that are called like a person and not marked; what is marked is hidden whole. */
function unmarkedIn(schema: TSchema, place: string): readonly string[] {
  if (hidingOf(schema) !== null) return [];
  const within: readonly [string, unknown][] = [
    ...Object.entries(objectIn(schema, 'properties')),
    ...Object.entries(objectIn(schema, 'anyOf')),
    ['items', Reflect.get(schema, 'items')],
  ];
  return within.flatMap(([name, member]) => {
    if (typeof member !== 'object' || member === null) return [];
    const here = `${place}.${name}`;
    const isMissing = namesOfPeople.includes(name) && hidingOf(member) === null;
    return [...(isMissing ? [here] : []), ...unmarkedIn(member, here)];
  });
}

function objectIn(schema: TSchema, name: string): object {
  const found: unknown = Reflect.get(schema, name);
  return typeof found === 'object' && found !== null ? found : {};
}

export const breaks: readonly Break[] = [
  {
    rule: 'A viewer sees no identity of a person in a turn',
    file: 'src/contract/console/live.ts',
    replace: 'external_user_id: aboutPerson(',
    by: 'external_user_id: ((schema) => schema)(',
  },
  {
    rule: 'A viewer sees no people of a tenant',
    file: 'src/contract/console/screens.ts',
    replace: 'users: aboutPerson(',
    by: 'users: ((schema) => schema)(',
  },
  {
    rule: 'Every answer to a viewer is presented without people',
    file: 'src/core/operations/operation.ts',
    replace: 'if (seesPeople(call.by)) return result;',
    by: 'if (seesPeople(call.by) || true) return result;',
  },
  {
    rule: 'An answer that others are given, too, is not changed for a viewer',
    file: 'src/core/operations/hide-people.ts',
    replace: 'structuredClone(answer)',
    by: 'answer',
  },
  {
    rule: 'People are hidden within lists',
    file: 'src/core/operations/hide-people.ts',
    replace: 'for (const item of value) hideMarked(items, item);',
    by: 'void value;',
  },
  {
    rule: 'An audit entry shows a viewer no person',
    file: 'src/contract/audit/audit-entry.ts',
    replace: 'export const AuditEntryResource = aboutPerson(',
    by: 'export const AuditEntryResource = ((schema) => schema)(',
  },
  {
    rule: 'An audit entry of a person has no subject for a viewer',
    file: 'src/core/operations/hide-people.ts',
    replace: "if (!isOpen) Reflect.set(entry, 'subject', 'hidden');",
    by: '',
  },
  {
    rule: 'A person who made a change is no name to a viewer',
    file: 'src/core/operations/hide-people.ts',
    replace: "Reflect.set(entry, 'actor', 'hu');",
    by: '{}',
  },
  {
    rule: 'An ended turn shows a viewer no person',
    file: 'src/contract/jobs.ts',
    replace: 'external_user_id: aboutPerson(',
    by: 'external_user_id: ((schema) => schema)(',
  },
  {
    rule: 'A viewer does not see the user of requests that name none',
    file: 'src/contract/openai/settings.ts',
    replace: 'openai_default_user: aboutPerson(',
    by: 'openai_default_user: ((schema) => schema)(',
  },
  {
    rule: 'A viewer does not see a user in the changes of settings',
    file: 'src/core/operations/hide-people.ts',
    replace: "Reflect.set(members, name, 'hidden');",
    by: '{}',
  },
];
