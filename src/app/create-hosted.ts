import { SharpAppIconPainter } from '#adapters/images/sharp-app-icon.ts';
import { SharpLogoEncoder } from '#adapters/images/sharp-logo.ts';
import { PostgresBrandStore } from '#adapters/postgres/administration/brand-store.ts';
import { PostgresHostedUserStore } from '#adapters/postgres/administration/hosted-user-store.ts';
import type { Database } from '#adapters/postgres/database/database.ts';
import { PostgresUserDataStore } from '#adapters/postgres/people/user-data-store.ts';
import { PostgresOpenSessionStore } from '#adapters/postgres/sign-in/ended-access-stores.ts';
import {
  PostgresLoginSessionStore,
  PostgresLoginSessionWriter,
} from '#adapters/postgres/sign-in/login-session-store.ts';
import { PostgresOneTimeCodeStore } from '#adapters/postgres/sign-in/one-time-code-store.ts';
import { PostgresAccountStore } from '#adapters/postgres/sign-in/sign-in-store.ts';
import { PostgresThrottleStore } from '#adapters/postgres/sign-in/throttle-store.ts';
import { PostgresTenantStore } from '#adapters/postgres/tenants/tenant-store.ts';
import { PostgresEndedTurnStore } from '#adapters/postgres/turns/ended-turn-store.ts';
import { PostgresTenantUsageStore } from '#adapters/postgres/usage/tenant-usage-store.ts';
import type { Config } from '#config';
import type { Administration } from '#core/administration/administration.ts';
import { BrandManager } from '#core/brand/manage-brand.ts';
import type { ClientStore } from '#core/clients/client-store.ts';
import { prepareVerification } from '#core/identity/password.ts';
import type { SessionTokens } from '#core/identity/session-token.ts';
import { BackgroundTasks } from '#core/mail/background-tasks.ts';
import type { ToolServices } from '#core/operations/client/tools.ts';
import type { WebhookServices } from '#core/operations/client/webhooks.ts';
import type { KnownDevices } from '#core/sign-in/known-device.ts';
import { PasswordMail } from '#core/sign-in/password-mail.ts';
import type { SignInTelemetry } from '#core/sign-in/sign-in-telemetry.ts';
import type { ChatServices } from '#http/hosts/api-routes.ts';
import type { LoginHostOptions } from '#http/hosts/login-host.ts';
import type { TenantHostOptions } from '#http/hosts/tenant-host.ts';
import { LauncherBuild } from '#http/pages/launcher-build.ts';
import type { WebBuild } from '#http/pages/web-build.ts';
import type { Hosts } from '#http/server/hosts.ts';
import { AccessWatch } from '#http/session/access-watch.ts';
import { Cookies } from '#http/session/cookies.ts';
import type { Emails } from './create-emails.ts';
import type { PartnerServices } from './create-partner-services.ts';
import { senderTo } from './events/start-webhooks.ts';

export interface HostedParts {
  readonly config: Pick<Config, 'publicOrigin' | 'webhookNetworks' | 'webhookProxy'>;
  readonly database: Database;
  readonly hosts: Hosts;
  readonly clients: ClientStore;
  readonly administration: Administration;
  readonly services: ChatServices &
    WebhookServices &
    ToolServices & { readonly tokens: SessionTokens; readonly devices: KnownDevices };
  readonly signInTelemetry: SignInTelemetry;
  readonly web: WebBuild;
  readonly launcherFolder: string;
  readonly emails: Emails;
  readonly partners: PartnerServices;
  readonly onError: (what: string, error: unknown) => void;
}

/** The parts of the hosted product's two hosts. Disposing waits for emails that are being sent. */
export interface Hosted extends AsyncDisposable {
  readonly tenant: TenantHostOptions;
  readonly login: LoginHostOptions;
}

export function createHosted(parts: HostedParts): Hosted {
  const { config, database, hosts, clients, administration, services, emails, web } = parts;
  prepareVerification();
  const cookies = new Cookies(config.publicOrigin);
  const brands = new PostgresBrandStore(database);
  const users = new PostgresHostedUserStore(database);
  const codes = new PostgresOneTimeCodeStore(database);
  const sessions = new PostgresLoginSessionWriter(database);
  const tenantUsage = new PostgresTenantUsageStore(database);
  const signIn = {
    accounts: new PostgresAccountStore(database),
    codes,
    throttle: new PostgresThrottleStore(database),
    devices: services.devices,
    telemetry: parts.signInTelemetry,
  };
  const background = new BackgroundTasks((error) => parts.onError('Mail', error));
  const passwordMail = new PasswordMail({
    ...signIn,
    background,
    mailer: emails.mailer,
    resetUrl: emails.resetUrl,
  });
  const { tokens } = services;
  const watch = new AccessWatch(new PostgresOpenSessionStore(database), (error) =>
    parts.onError('The session watch', error),
  );
  const session = { hosts, cookies, tokens, logins: new PostgresLoginSessionStore(database) };
  const launcher = new LauncherBuild(parts.launcherFolder);
  const appIcons = new SharpAppIconPainter();
  const pages = {
    ...services,
    ...session,
    ...{ web, brands, appIcons, users, administration, tenantUsage, launcher },
  };
  const { webhooks, deliveries, toolServers, toolApprovals, toolTries } = services;
  const account = {
    ...administration,
    ...parts.partners,
    launcher,
    ...{ webhooks, deliveries, toolServers, toolApprovals, toolTries },
    tenantUrl: (slug: string) => hosts.tenantUrl(slug),
    hostedUsers: users,
    endedTurns: new PostgresEndedTurnStore(database),
    sessions,
    tenantUsage,
    passwordLinks: emails.passwordLinks,
    throttle: signIn.throttle,
    sendToPartner: senderTo(config, 'embedding check', 8_000),
    brands: new BrandManager(brands, new SharpLogoEncoder()),
  };
  const tenants = new PostgresTenantStore(database);
  const own = {
    cookies,
    conversations: services.conversations,
    process: services.process,
    data: new PostgresUserDataStore(database),
    account: { ...signIn, users, tenants },
    languages: users,
  };
  return {
    tenant: {
      own,
      hosts,
      clients,
      services,
      pages,
      account,
      launcher,
      watch,
      flow: { ...session, handOver: { codes, sessions, tokens } },
    },
    login: {
      hosts,
      cookies,
      web,
      brands,
      languages: users,
      signIn,
      passwordMail,
      passwords: { codes, tenants },
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([watch[Symbol.asyncDispose](), background[Symbol.asyncDispose]()]);
    },
  };
}
