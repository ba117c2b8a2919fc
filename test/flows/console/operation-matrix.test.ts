import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { PostgresRecentUserStore } from '#adapters/postgres/people/recent-user-store.ts';
import { PostgresScreenStore } from '#adapters/postgres/screens/screen-store.ts';
import { createTenantAdministration } from '#adapters/postgres/tenants/tenant-administration.ts';
import { PostgresEndedTurnStore } from '#adapters/postgres/turns/ended-turn-store.ts';
import { createDocumentTools } from '#app/document-tools.ts';
import type { OpenAdministration } from '#app/open-administration.ts';
import { type OperatorRole, operatorRoles } from '#contract/console/roles.ts';
import {
  type OperationName,
  type OperationRow,
  operationTable,
} from '#contract/endpoints/operation-table.ts';
import { SafetyIdentifiers } from '#core/identity/safety-identifiers.ts';
import { IdentifiedUsers } from '#core/people/identified-users.ts';
import { isUuid } from '#core/shared/new-id.ts';
import type { Break } from '#test/break.ts';
import { type ConsoleWorld, openConsole } from '#test/console/console-world.ts';
import { recipes } from '#test/console/matrix-recipes.ts';
import { absentByHand, channelsByHand, mayByHand, operatorRolesByHand } from '#test/console/matrix-roles.ts';
import { byConsole, byKey, byShell, type Use } from '#test/console/matrix-uses.ts';
import type { Asked } from '#test/console/recipe.ts';
import { isWhole } from '#test/faults/whole-matrix.ts';
import { readingAtOnce } from '#test/knowledge/reading-at-once.ts';
import { testSecret } from '#test/world/api.ts';
import { commands } from '../../../src/cli/commands/index.ts';

const rows = Object.entries(operationTable) as [OperationName, OperationRow][];

/** What an operation is about, and how to ask for it. */
interface Prepared {
  readonly slug: string;
  readonly asked: Asked;
}

/** What differs between two uses of one operation, such as refusals that are counted meanwhile, and what is secret. */
const changing = new Set([
  ...['id', 'at', 'by', 'created_at', 'updated_at', 'published_at', 'expires_at', 'last_seen_at'],
  'previous_key_until',
  ...[
    'refusals',
    'api_key',
    'secret',
    'key_prefix',
    'handoff_kid',
    'link',
    'password',
    'duration_ms',
    'detail',
  ],
]);

describe('Every operation by all its channels, for every role', () => {
  let world: ConsoleWorld;
  let services: OpenAdministration;
  let channels: ReadonlyMap<OperatorRole, ReadonlyMap<string, Use>>;
  let keyed: { readonly all: Use; readonly none: Use };
  /** What those who are refused ask about: it stays as it is. */
  const untouched = new Map<OperationName, Prepared>();
  let made = 0;

  before(async () => {
    world = await openConsole();
    services = servicesOf(world);
    const scopes = ['admin:clients', 'admin:usage', 'admin:audit', 'admin:operate'];
    const [strong, weak] = await Promise.all([world.api.partner({ scopes }), world.api.partner()]);
    keyed = { all: byKey(world, strong.key), none: byKey(world, weak.key) };
    const byRole = new Map<OperatorRole, ReadonlyMap<string, Use>>();
    for (const role of operatorRoles) {
      const found = new Map([['console', byConsole(await world.signedIn(role))]]);
      byRole.set(role, found.set('cli', byShell(services, role)));
    }
    channels = byRole;
  });
  after(() => world[Symbol.asyncDispose]());

  test('the shell channel is that of the operations that have a command, and of no others', () => {
    const withCommand = new Set<string>(commands.flatMap(({ operation }) => operation ?? []));
    // `operator link` without an address is the other operation of that command.
    withCommand.add('linkFirstOwner');
    const withChannel = rows.map(([name]) => name).filter((name) => channelsByHand(name).includes('cli'));
    assert.deepEqual([...withCommand].sort(), withChannel.sort());
  });

  for (const [name, row] of rows) {
    for (const role of rolesTried(name)) {
      const isAllowed = mayByHand(role, name);
      test(`${name} ${isAllowed ? 'is the same by all channels' : 'is refused alike by all channels'} for ${role}`, async () => {
        const answers = new Map<string, Awaited<ReturnType<typeof use>>>();
        assert.deepEqual(row.channels, channelsByHand(name), 'the table has other channels');
        for (const [channel, ask] of [...(channels.get(role) ?? []), ...keyUses(row, role)]) {
          if (!row.channels.some((own) => own === channel)) continue;
          if (channel === 'cli' && !hasWords(name)) continue;
          const prepared = await (isAllowed ? prepare(name) : untouchedOf(name));
          answers.set(channel, await use(name, ask, prepared));
        }
        assert.equal(row.roles.includes(role), isAllowed, 'the table says otherwise');
        assert.equal(
          answers.size > 0,
          row.channels.length > 1 || !row.channels.includes('cli') || hasWords(name),
        );
        const [first, ...others] = answers;
        for (const [channel, answer] of others)
          assert.deepEqual(answer, first?.[1], `${first?.[0]} and ${channel}`);
        if (isAllowed && first !== undefined) {
          const { answer }: { readonly answer: object } = first[1];
          const code = 'code' in answer ? answer.code : undefined;
          assert.equal(code, absentByHand[name]);
        }
        if (!isAllowed) {
          const refused = { answer: { code: 'insufficient_scope' }, audit: [] };
          for (const [channel, answer] of answers) assert.deepEqual(answer, refused, channel);
        }
      });
    }
  }

  /** A key has no role: with the scope it may do and see what an owner may, without it nothing. */
  function keyUses(row: OperationRow, role: OperatorRole): [string, Use][] {
    if (role === 'owner') return [['api', keyed.all]];
    return role === 'viewer' && !row.roles.includes(role) ? [['api', keyed.none]] : [];
  }

  function hasWords(name: OperationName): boolean {
    return !['linkFirstOwner', 'disableOperator'].includes(name);
  }

  async function prepare(name: OperationName): Promise<Prepared> {
    made += 1;
    const slug = `matrix-${made}`;
    return { slug, asked: await recipes[name](services, slug) };
  }

  async function untouchedOf(name: OperationName): Promise<Prepared> {
    const prepared = untouched.get(name) ?? (await prepare(name));
    untouched.set(name, prepared);
    return prepared;
  }

  async function use(name: OperationName, ask: Use, { slug, asked }: Prepared) {
    const [{ last = 0 } = {}] = await world.api.database.query<{ last: number }>(
      'select coalesce(max(id), 0) as last from audit_log',
    );
    const answered = await ask(name, asked);
    const audit = await world.api.database.query(
      'select action, subject, before, after from audit_log where id > $1 order by id',
      [last],
    );
    return { answer: Object(comparable(answered, slug)), audit: comparable(audit, slug) };
  }
});

/**
 * Without those between the least of the roles that may and the owner: the fault runs have them, and the matrix of
 * credentials asks at the console with every role.
 */
function rolesTried(name: OperationName): readonly OperatorRole[] {
  const least = operatorRolesByHand.find((role) => mayByHand(role, name));
  return operatorRoles.filter(
    (role) => isWhole || role === least || role === 'owner' || !mayByHand(role, name),
  );
}

function servicesOf(world: ConsoleWorld): OpenAdministration {
  const { database } = world.api;
  const administration = createTenantAdministration(database, ['openai'], createDocumentTools(database));
  const port = world.api.portOf();
  return {
    ...administration,
    // Most operations are about a document that is there already: reading it takes longest.
    documents: readingAtOnce(database).documents,
    operators: world.operators,
    screens: new PostgresScreenStore(database),
    identified: new IdentifiedUsers(
      new PostgresRecentUserStore(database),
      new SafetyIdentifiers(testSecret, null),
      ['openai'],
    ),
    endedTurns: new PostgresEndedTurnStore(database),
    consoleUrl: world.origin,
    tenantUrl: (slug) => `http://${slug}.localhost:${port}`,
    migrations: [],
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** Without what is new in each use, and without what the command line leaves out: it shows lists whole. */
function comparable(value: unknown, slug: string): unknown {
  if (typeof value === 'string') {
    // On a loaded machine an erasure may outlast the request that began it.
    const named = value
      .replaceAll(slug, '<slug>')
      .replace(/^hu:.*/, 'hu:<id>')
      .replace(/^erasing$/, 'erased');
    return isUuid(named) ? '<id>' : named;
  }
  if (Array.isArray(value)) return value.map((item) => comparable(item, slug));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !['has_more', 'next_cursor', 'notices'].includes(key))
      .map(([key, item]) => [key, changing.has(key) && item !== null ? typeof item : comparable(item, slug)]),
  );
}

export const breaks: readonly Break[] = [
  {
    rule: 'Support changes no endpoints of a partner',
    file: 'src/contract/operations/endpoint-rows.ts',
    replace: 'channels: { ...own, console: rolesOf.operators }',
    by: 'channels: { ...own, console: rolesOf.people }',
  },
  {
    rule: 'A viewer cancels no turns',
    file: 'src/contract/operations/live.ts',
    replace: "console: rolesOf.people },\n    audit: 'turn.cancel',",
    by: "console: rolesOf.everyone },\n    audit: 'turn.cancel',",
  },
  {
    rule: 'Support rotates no keys',
    file: 'src/contract/operations/clients.ts',
    replace: "console: rolesOf.operators, cli: true },\n    fresh: true,\n    audit: 'client.rotate_key',",
    by: "console: rolesOf.people, cli: true },\n    fresh: true,\n    audit: 'client.rotate_key',",
  },
  {
    rule: 'The list by hand opens no shell to what has no command',
    file: 'test/support/console/matrix-roles.ts',
    replace: "'listProviderStates', 'runDoctor', 'cancelTurn',",
    by: "'listProviderStates', 'cancelTurn',",
  },
];
