import { redactor } from '#adapters/log-redaction.ts';
import type { Database } from '#adapters/postgres/database/database.ts';
import { PostgresStoredNumbers } from '#adapters/postgres/numbers/stored-numbers.ts';
import { PostgresOperatorStore } from '#adapters/postgres/operators/operator-store.ts';
import { PostgresRecentUserStore } from '#adapters/postgres/people/recent-user-store.ts';
import { PostgresLiveControl } from '#adapters/postgres/screens/live-control.ts';
import { PostgresScreenStore } from '#adapters/postgres/screens/screen-store.ts';
import { PostgresThrottleStore } from '#adapters/postgres/sign-in/throttle-store.ts';
import { createTenantAdministration } from '#adapters/postgres/tenants/tenant-administration.ts';
import { PostgresEndedTurnStore } from '#adapters/postgres/turns/ended-turn-store.ts';
import type { Config } from '#config';
import { demoProviderId } from '#contract/models.ts';
import type { DocumentTools } from '#core/administration/manage-documents.ts';
import type { Mailer } from '#core/mail/mailer.ts';
import type { ToolServices } from '#core/operations/client/tools.ts';
import type { OperationServices } from '#core/operations/operations.ts';
import { createRecentReads } from '#core/operations/screen-services.ts';
import { OperatorManager } from '#core/operators/manage-operators.ts';
import { IdentifiedUsers } from '#core/people/identified-users.ts';
import type { ConfiguredProvider } from '#core/screens/present-providers.ts';
import type { PasswordLinks } from '#core/sign-in/password-links.ts';
import type { Hosts } from '#http/server/hosts.ts';
import { diagnose } from '../diagnose.ts';
import { secretsOf } from '../secrets.ts';
import type { Turns } from '../start-turns.ts';

export interface OperationParts {
  readonly config: Config;
  readonly database: Database;
  /** Connections of their own, with a short limit: a screen that is slow must slow down nothing else. */
  readonly reads: Database;
  readonly hosts: Hosts;
  readonly running: Turns;
  readonly passwordLinks: PasswordLinks;
  readonly mailer: Mailer;
  readonly documentTools: DocumentTools;
  readonly eventServices: Pick<
    OperationServices,
    'webhooks' | 'deliveries' | 'eventLog' | keyof ToolServices
  >;
}

/** What the operations of keys and of the console use. */
export function createOperations(parts: OperationParts): OperationServices {
  const { config, database, reads, hosts, running, passwordLinks, mailer, eventServices, documentTools } =
    parts;
  const { providers } = running.models;
  const ids = providers.map(({ id }) => id);
  const redact = redactor(secretsOf(config));
  return {
    ...createTenantAdministration(database, ids, documentTools, reads),
    passwordLinks,
    mailer,
    throttle: new PostgresThrottleStore(database),
    ...eventServices,
    operators: new OperatorManager(new PostgresOperatorStore(database, reads)),
    consoleUrl: hosts.consoleUrl,
    tenantUrl: (slug) => hosts.tenantUrl(slug),
    screens: new PostgresScreenStore(reads),
    identified: new IdentifiedUsers(new PostgresRecentUserStore(reads), running.identifiers, ids),
    endedTurns: new PostgresEndedTurnStore(reads),
    numbers: new PostgresStoredNumbers(reads),
    recent: createRecentReads(),
    control: new PostgresLiveControl(database),
    turns: running.turns,
    process: running.process,
    models: running.models,
    sources: running.knowledge.trialSearch,
    providers: providers.map((provider): ConfiguredProvider => {
      const settings = config.providers.find(({ id }) => id === provider.id);
      const models = provider.models.map(({ id }) => id);
      return { id: provider.id, label: provider.label, wire: settings?.wire ?? demoProviderId, models };
    }),
    diagnose: async () => {
      const found = await diagnose(config);
      return found.map((check) => ({ ...check, detail: redact(check.detail) }));
    },
  };
}
