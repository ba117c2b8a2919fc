import { PostgresHostedUserStore } from '#adapters/postgres/administration/hosted-user-store.ts';
import { PostgresRatingStore } from '#adapters/postgres/conversations/rating-store.ts';
import { PostgresUnansweredStore } from '#adapters/postgres/conversations/unanswered-store.ts';
import type { Database } from '#adapters/postgres/database/database.ts';
import { PostgresAccountStore } from '#adapters/postgres/sign-in/sign-in-store.ts';
import { PostgresThrottleStore } from '#adapters/postgres/sign-in/throttle-store.ts';
import { PostgresTenantStore } from '#adapters/postgres/tenants/tenant-store.ts';
import { keyEmail } from '#core/keys/key-email.ts';
import { type KeyChange, OwnKeyManager } from '#core/keys/manage-own-key.ts';
import type { BackgroundTasks } from '#core/mail/background-tasks.ts';
import type { Mailer } from '#core/mail/mailer.ts';
import type { FeedbackServices } from '#core/operations/client/feedback.ts';
import type { KeyServices } from '#core/operations/client/keys.ts';
import type { SourceServices } from '#core/operations/client/sources.ts';
import type { KnownDevices } from '#core/sign-in/known-device.ts';
import type { SignInTelemetry } from '#core/sign-in/sign-in-telemetry.ts';
import type { Hosts } from '#http/server/hosts.ts';
import type { Turns } from './start-turns.ts';

export type PartnerServices = KeyServices & Pick<FeedbackServices, 'feedback'> & SourceServices;

export interface PartnerTools {
  readonly hosts: Hosts;
  readonly devices: KnownDevices;
  readonly telemetry: SignInTelemetry;
  readonly mailer: Mailer;
  /** Emails, which no answer waits for. */
  readonly background: BackgroundTasks;
  readonly running: Pick<Turns, 'knowledge' | 'models'>;
}

/**
 * What partners do without the operator: their keys, with the emails about them, reading what people wrote, and what
 * questions find in their documents.
 */
export function createPartnerServices(database: Database, tools: PartnerTools): PartnerServices {
  const { hosts, devices, telemetry, mailer, background, running } = tools;
  const users = new PostgresHostedUserStore(database);
  const tenants = new PostgresTenantStore(database);
  const onChange = (change: KeyChange) => {
    const { id, slug } = change.client;
    const accountUrl = `${hosts.tenantUrl(slug)}/account`;
    background.run(async () => {
      const { administrators } = await users.administratorsOf(id);
      for (const administrator of administrators) {
        // An email that fails must not block the others.
        background.run(() => mailer.send(keyEmail(administrator, change, accountUrl)));
      }
    });
  };
  const accounts = new PostgresAccountStore(database);
  const throttle = new PostgresThrottleStore(database);
  return {
    ownKeys: new OwnKeyManager({ users, tenants, accounts, throttle, devices, telemetry, onChange }),
    feedback: {
      ratings: new PostgresRatingStore(database),
      unanswered: new PostgresUnansweredStore(database),
      tenants,
    },
    sources: running.knowledge.trialSearch,
    models: running.models,
  };
}
