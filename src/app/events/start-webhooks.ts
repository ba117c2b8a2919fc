import type { Log } from '#adapters/log.ts';
import { createMailer } from '#adapters/mail/create-mailer.ts';
import { PostgresHostedUserStore } from '#adapters/postgres/administration/hosted-user-store.ts';
import type { Database } from '#adapters/postgres/database/database.ts';
import { isOutOfReach } from '#adapters/postgres/database/database-errors.ts';
import { PostgresTenantStore } from '#adapters/postgres/tenants/tenant-store.ts';
import { PostgresDeliveryStore } from '#adapters/postgres/webhooks/delivery-store.ts';
import { PostgresWebhookStore } from '#adapters/postgres/webhooks/webhook-store.ts';
import type { Metrics } from '#adapters/telemetry/metrics.ts';
import { nameResolver } from '#adapters/webhooks/resolve-name.ts';
import { webhookSender } from '#adapters/webhooks/webhook-sender.ts';
import type { Config } from '#config';
import { languages } from '#contract/languages/languages.ts';
import { DeliveryManager } from '#core/administration/manage-deliveries.ts';
import { WebhookManager } from '#core/administration/manage-webhooks.ts';
import { BackgroundTasks } from '#core/mail/background-tasks.ts';
import type { Mailer } from '#core/mail/mailer.ts';
import { disabledEmail } from '#core/webhooks/disabled-email.ts';
import { WebhookAddresses } from '#core/webhooks/webhook-addresses.ts';
import { type SendWebhook, WebhookCourier } from '#core/webhooks/webhook-courier.ts';
import { WebhookSecrets } from '#core/webhooks/webhook-secrets.ts';
import type { OpenDatabase } from '../open-database.ts';
import type { Turns } from '../start-turns.ts';
import { version } from '../version.ts';

export interface Webhooks {
  readonly webhooks: WebhookManager;
  readonly deliveries: DeliveryManager;
}

/** Endpoints and their deliveries, as partners and administrators change them. */
export function createWebhooks(config: Config, secret: string, database: Database): Webhooks {
  const store = new PostgresWebhookStore(database);
  const tenants = new PostgresTenantStore(database);
  const secrets = webhookSecrets(secret, config);
  return {
    webhooks: new WebhookManager(store, tenants, addressesOf(config), nameResolver(), secrets),
    deliveries: new DeliveryManager(store, tenants),
  };
}

/** Delivers events in this process. */
export async function startWebhooks(
  config: Config,
  secret: string,
  { database, state }: OpenDatabase,
  { work }: Pick<Turns, 'work'>,
  { metrics, log }: { readonly metrics: Metrics; readonly log: Log },
): Promise<AsyncDisposable> {
  await using parts = new AsyncDisposableStack();
  const onError = (error: unknown) => {
    if (isOutOfReach(error)) state.failed(error);
    else log.error({ error }, 'A webhook failed');
  };
  const deliveries = new PostgresDeliveryStore(database);
  const people = new PostgresHostedUserStore(database);
  const emails = parts.use(new BackgroundTasks(onError));
  const mailer = mailerOf(config, log);
  const courier = parts.use(
    new WebhookCourier({
      deliveries,
      secrets: webhookSecrets(secret, config),
      send: senderTo(config, 'webhooks'),
      onAttempt: (outcome) => metrics.count('webhookAttempts', { outcome }),
      onDisabled: ({ clientId, id, url }) => {
        log.warn({ client: clientId, webhook: id }, 'A webhook was disabled');
        emails.run(async () => {
          const { tenant, administrators } = await people.administratorsOf(clientId);
          // An email that fails must not block the others.
          for (const { email, language } of administrators) {
            emails.run(() => mailer.send(disabledEmail(language ?? languages[0], email, tenant, url)));
          }
        });
      },
      onError,
    }),
  );
  courier.start();
  work.onDue(({ deliveries: areDue }) => {
    if (areDue) courier.wake();
  });
  return parts.move();
}

function mailerOf({ smtpUrl, mailFrom: from, dataFolder }: Config, log: Log): Mailer {
  const onWritten = (file: string) => log.info({ file }, 'An email was written to the outbox');
  return createMailer({ smtpUrl: smtpUrl?.reveal() ?? null, from, dataFolder, onWritten });
}

type SenderConfig = Pick<Config, 'publicOrigin' | 'webhookNetworks' | 'webhookProxy'>;

/** Sends to addresses that partners name, and to public ones only. */
export function senderTo(config: SenderConfig, purpose: string, exchangeMs = 15_000): SendWebhook {
  return webhookSender({
    addresses: addressesOf(config),
    proxy: config.webhookProxy?.reveal() ?? null,
    userAgent: `Parley/${version} (${purpose})`,
    exchangeMs,
  });
}

/** Where webhooks and requests to tools may go. */
export function addressesOf({
  publicOrigin,
  webhookNetworks: networks,
}: Pick<SenderConfig, 'publicOrigin' | 'webhookNetworks'>): WebhookAddresses {
  return new WebhookAddresses({ publicOrigin, networks });
}

/** The secrets of endpoints, as the configured master secrets give them. */
export function webhookSecrets(
  secret: string,
  { previousSecret }: Pick<Config, 'previousSecret'>,
): WebhookSecrets {
  return new WebhookSecrets(secret, previousSecret?.reveal() ?? null);
}
