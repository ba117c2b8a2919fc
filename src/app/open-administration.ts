import { createTenantAdministration } from '#adapters/postgres/administration/tenant-administration.ts';
import type { Config } from '#config';
import { demoProviderId } from '#contract/models.ts';
import type { Administration } from '#core/administration/administration.ts';
import { Hosts } from '#http/hosts/hosts.ts';
import { openDatabase } from './open-database.ts';

export interface OpenAdministration extends Administration, AsyncDisposable {
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
  return {
    ...createTenantAdministration(opened.database, providerIds(config)),
    tenantUrl: (slug) => hosts.tenantUrl(slug),
    migrations: opened.migrations,
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

/** The providers that this configuration enables. */
function providerIds({ providers }: Pick<Config, 'providers'>): readonly string[] {
  return providers.length === 0 ? [demoProviderId] : providers.map(({ id }) => id);
}
