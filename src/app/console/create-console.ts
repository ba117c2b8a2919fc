import { WebAuthnPasskeys } from '#adapters/passkeys.ts';
import { PostgresBrandStore } from '#adapters/postgres/administration/brand-store.ts';
import type { Database } from '#adapters/postgres/database/database.ts';
import { PostgresOperatorStore } from '#adapters/postgres/operators/operator-store.ts';
import { PostgresThrottleStore } from '#adapters/postgres/sign-in/throttle-store.ts';
import type { Config } from '#config';
import type { BackgroundTasks } from '#core/mail/background-tasks.ts';
import type { Mailer } from '#core/mail/mailer.ts';
import type { OperationServices } from '#core/operations/operations.ts';
import { ConsoleAccess } from '#core/operators/console-access.ts';
import { passkeyEmail } from '#core/operators/passkey-email.ts';
import { NetworkList } from '#core/shared/network-list.ts';
import type { ConsoleHostOptions } from '#http/hosts/console-host.ts';
import type { WebBuild } from '#http/pages/web-build.ts';
import type { Hosts } from '#http/server/hosts.ts';
import { Cookies } from '#http/session/cookies.ts';
import { version } from '../version.ts';

export interface ConsoleParts {
  readonly config: Pick<Config, 'publicOrigin' | 'consoleNetworks' | 'mailFrom' | 'described'>;
  readonly database: Database;
  /** Connections of their own, with a short limit: a screen that is slow must slow down nothing else. */
  readonly reads: Database;
  readonly hosts: Hosts;
  readonly operations: OperationServices;
  readonly mailer: Mailer;
  /** Sends emails that no answer waits for. */
  readonly background: BackgroundTasks;
  readonly web: WebBuild;
  readonly isDatabaseAway: () => boolean;
}

/** The parts of the console's host. */
export function createConsole(parts: ConsoleParts): ConsoleHostOptions {
  const { config, database, reads, hosts, operations, mailer, background, web } = parts;
  const store = new PostgresOperatorStore(database, reads);
  const { consoleNetworks: networks } = config;
  return {
    hosts,
    web,
    isDatabaseAway: parts.isDatabaseAway,
    operations,
    mailer,
    store,
    mailFrom: config.mailFrom,
    cookies: new Cookies(config.publicOrigin),
    access: new ConsoleAccess(store, new WebAuthnPasskeys(hosts.consoleUrl), (operator, name) =>
      background.run(() => mailer.send(passkeyEmail(operator, name, hosts.consoleUrl))),
    ),
    throttle: new PostgresThrottleStore(database),
    brands: new PostgresBrandStore(reads),
    networks: networks === null ? null : new NetworkList(networks),
    facts: { version, publicUrl: hosts.apiOrigin },
    endSession: (id) => store.endSession(id),
    configuration: () => [...config.described],
  };
}
