import { RequestFailed } from '../../shared/api/request-failed.ts';
import { words } from '../text/words.ts';

/** What went wrong, with the service's messages about single fields. */
export function wordsForFailure(error: unknown): string {
  if (!(error instanceof RequestFailed)) return words().problems.unexpected;
  if (error.unanswered) return navigator.onLine ? words().problems.unreachable : words().problems.offline;
  if (error.code === 'already_exists') return words().problems.userExists;
  const { problem } = error;
  if (problem === null) return words().problems.unexpected;
  const fields = problem.errors?.map(({ pointer, detail }) => `${fieldName(pointer)} ${detail}.`) ?? [];
  return fields.join(' ') || problem.detail || problem.title;
}

/** Whether nothing more can be done here: the session ended, or its user is no longer an administrator. */
export function endsSession(error: unknown): boolean {
  if (!(error instanceof RequestFailed)) return false;
  return error.status === 401 || error.code === 'user_disabled' || error.code === 'admin_required';
}

function fieldName(pointer: string): string {
  const [name = '', index] = pointer.split('/').slice(1);
  const known: Readonly<Record<string, string>> = words().fields;
  const label = (Object.hasOwn(known, name) && known[name]) || words().fields.other;
  return index === undefined ? label : `${label} ${Number(index) + 1}`;
}
