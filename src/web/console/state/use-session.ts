import type { ConsoleSession } from '#contract/console/session.ts';
import type { OperationName } from '#contract/endpoints/operation-table.ts';
import { useConsole } from '../console-context.ts';

/** The session around every screen. */
export function useSession(): ConsoleSession {
  const access = useConsole().access.value;
  if (access.state !== 'signed-in') throw new Error('This component is shown to operators only');
  return access.session;
}

/**
 * Whether the operator may make administrators of a tenant, and reset their passwords. The service decides this, too.
 */
export function useMayAdministrators(): boolean {
  const { role } = useSession().operator;
  return role === 'owner' || role === 'operator';
}

/**
 * Whether the operator's role may use an operation. The service decides again; this only hides what it would refuse.
 */
export function useMay(): (operation: OperationName) => boolean {
  const { operations } = useSession();
  return (operation) => operations.includes(operation);
}
