import type { Administration } from '../administration/administration.ts';
import type { EventLogStore } from '../events/event-log-store.ts';
import type { Examined } from '../health/examined.ts';
import type { EndedTurnStore } from '../jobs/ended-turns.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { StoredNumbers } from '../numbers/stored-numbers.ts';
import type { OperatorManager } from '../operators/manage-operators.ts';
import type { IdentifiedUsers } from '../people/identified-users.ts';
import type { ConfiguredProvider } from '../screens/present-providers.ts';
import type { ScreenStore } from '../screens/screen-store.ts';
import type { PasswordLinks } from '../sign-in/password-links.ts';
import type { ThrottleStore } from '../sign-in/throttle.ts';
import type { TurnProcess } from '../turn/turn-process.ts';
import type { OwnedTurnStore } from '../turn/turn-store.ts';
import { agentDocumentOperations } from './agent-document-operations.ts';
import { agentOperations } from './agent-operations.ts';
import { operatorDocumentOperations } from './client/documents.ts';
import { operatorGuidanceOperations } from './client/guidance.ts';
import { operatorPeopleOperations } from './client/people.ts';
import { agentSourceOperations, operatorSourceOperations, type SourceServices } from './client/sources.ts';
import { operatorToolOperations, type ToolServices } from './client/tools.ts';
import { operatorUserOperations } from './client/users.ts';
import { operatorWebhookOperations, type WebhookServices } from './client/webhooks.ts';
import { clientOperations } from './client-operations.ts';
import { doctorOperations } from './doctor-operations.ts';
import { eventOperations } from './event-operations.ts';
import { findOperations } from './find-operations.ts';
import { historyOperations } from './history-operations.ts';
import { type LiveControl, liveOperations } from './live-operations.ts';
import { mailOperations } from './mail-operations.ts';
import type { Operation } from './operation.ts';
import { operatorOperations } from './operator-operations.ts';
import { overviewOperations } from './overview-operations.ts';
import { priceOperations } from './price-operations.ts';
import { providerOperations } from './provider-operations.ts';
import { reportOperations } from './report-operations.ts';
import type { RecentReads } from './screen-services.ts';
import { seriesOperations } from './series-operations.ts';
import { userCommandOperations } from './user-operations.ts';

/** Everything that the operations use. */
export interface OperationServices extends Administration, WebhookServices, SourceServices, ToolServices {
  readonly passwordLinks: PasswordLinks;
  readonly mailer: Mailer;
  readonly throttle: ThrottleStore;
  readonly operators: OperatorManager;
  readonly consoleUrl: string;
  readonly screens: ScreenStore;
  readonly identified: Pick<IdentifiedUsers, 'find'>;
  readonly endedTurns: EndedTurnStore;
  readonly numbers: StoredNumbers;
  readonly recent: RecentReads;
  readonly control: LiveControl;
  readonly turns: OwnedTurnStore;
  readonly process: TurnProcess;
  readonly providers: readonly ConfiguredProvider[];
  diagnose(): Promise<readonly Examined[]>;
  readonly eventLog: EventLogStore;
  tenantUrl(slug: string): string;
}

/** What every operation does, by its name in the table of the contract. */
export const operations = {
  ...clientOperations,
  ...userCommandOperations,
  ...operatorUserOperations,
  ...operatorPeopleOperations,
  ...operatorGuidanceOperations,
  ...operatorDocumentOperations,
  ...operatorSourceOperations,
  ...agentOperations,
  ...agentDocumentOperations,
  ...agentSourceOperations,
  ...eventOperations,
  ...operatorWebhookOperations,
  ...operatorToolOperations,
  ...reportOperations,
  ...priceOperations,
  ...overviewOperations,
  ...historyOperations,
  ...findOperations,
  ...seriesOperations,
  ...liveOperations,
  ...providerOperations,
  ...doctorOperations,
  ...mailOperations,
  ...operatorOperations,
};

/** Any of them, for a channel that walks them all and has checked the shapes. */
export type AnyOperation = Operation<OperationServices, object, object | undefined, object>;
