import type { Administration } from '../administration/administration.ts';
import type { PasswordLinks } from '../sign-in/password-links.ts';
import { agentOperations } from './agent-operations.ts';
import { clientOperations } from './client-operations.ts';
import type { Operation } from './operation.ts';
import { reportOperations } from './report-operations.ts';
import { userOperations } from './user-operations.ts';

/** Everything that the operations use. */
export interface OperationServices extends Administration {
  readonly passwordLinks: PasswordLinks;
  tenantUrl(slug: string): string;
}

/** What every operation does, by its name in the table of the contract. */
export const operations = {
  ...clientOperations,
  ...userOperations,
  ...agentOperations,
  ...reportOperations,
};

/** Any of them, for a way that walks them all and has checked the shapes. */
export type AnyOperation = Operation<OperationServices, object, object | undefined, object>;
