import { PostgresOperatorStore } from '#adapters/postgres/operators/operator-store.ts';
import { PostgresRecentUserStore } from '#adapters/postgres/people/recent-user-store.ts';
import { PostgresScreenStore } from '#adapters/postgres/screens/screen-store.ts';
import { createTenantAdministration } from '#adapters/postgres/tenants/tenant-administration.ts';
import { PostgresEndedTurnStore } from '#adapters/postgres/turns/ended-turn-store.ts';
import type { Config } from '#config';
import { demoProviderId } from '#contract/models.ts';
import type { Administration } from '#core/administration/administration.ts';
import type { EndedTurnStore } from '#core/jobs/ended-turns.ts';
import { OperatorManager } from '#core/operators/manage-operators.ts';
import { IdentifiedUsers } from '#core/people/identified-users.ts';
import type { ScreenStore } from '#core/screens/screen-store.ts';
import { Hosts } from '#http/server/hosts.ts';
import { createDocumentTools } from './document-tools.ts';
import { openDatabase } from './open-database.ts';
import { masterSecretOf, safetyIdentifiersOf } from './secrets.ts';

export interface OpenAdministration extends Administration, AsyncDisposable {
  readonly operators: OperatorManager;
  readonly consoleUrl: string;
  readonly screens: ScreenStore;
  readonly identified: Pick<IdentifiedUsers, 'find'>;
  readonly endedTurns: EndedTurnStore;
  tenantUrl(slug: string): string;
  readonly migrations: readonly string[];
}

/** The administration of the configured database, without the rest of the service. */
export async function openAdministration(config: Config): Promise<OpenAdministration> {
  const opened = await openDatabase(config, {
    connections: 2,
    applicationName: 'parley command',
    onWait: (forWhat) => console.error(`parley: ${forWhat}`),
    onUpgrade: (sentence) => console.error(`parley: ${sentence}`),
  });
  const hosts = new Hosts(config.publicOrigin);
  const ids = providerIds(config);
  return {
    ...createTenantAdministration(opened.database, ids, createDocumentTools(opened.database)),
    operators: new OperatorManager(new PostgresOperatorStore(opened.database)),
    consoleUrl: hosts.consoleUrl,
    screens: new PostgresScreenStore(opened.database),
    identified: {
      // Other commands do not need the secret.
      find: async (identifier) => {
        const identifiers = safetyIdentifiersOf(await masterSecretOf(config), config);
        const recent = new PostgresRecentUserStore(opened.database);
        return new IdentifiedUsers(recent, identifiers, ids).find(identifier);
      },
    },
    endedTurns: new PostgresEndedTurnStore(opened.database),
    tenantUrl: (slug) => hosts.tenantUrl(slug),
    migrations: opened.migrations,
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

/** The providers that this configuration enables. */
function providerIds({ providers }: Pick<Config, 'providers'>): readonly string[] {
  return providers.length === 0 ? [demoProviderId] : providers.map(({ id }) => id);
}
