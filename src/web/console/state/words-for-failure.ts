import { RequestFailed } from '#client/request-failed.ts';
import { WordedFailure } from '../../administration/state/worded-failure.ts';
import { wordsForUnanswered } from '../../shared/offline.ts';
import { words } from '../text/words.ts';

/** What went wrong, with the service's messages about single fields. */
export function wordsForFailure(error: unknown): string {
  if (error instanceof WordedFailure) return error.message;
  if (error instanceof DOMException) return wordsForPasskey(error);
  if (!(error instanceof RequestFailed)) return words.problems.unexpected;
  if (error.unanswered) return wordsForUnanswered(words.problems);
  const { problem } = error;
  if (problem === null) return words.problems.unexpected;
  const fields = problem.errors?.map(({ pointer, detail }) => `${fieldName(pointer)}: ${detail}.`) ?? [];
  return fields.join(' ') || problem.detail || problem.title;
}

/** WebAuthn says little on purpose: a declined, a missing and a timed-out passkey are the same to a page. */
function wordsForPasskey({ name }: DOMException): string {
  switch (name) {
    case 'InvalidStateError':
      return words.problems.passkeyKnown;
    case 'NotSupportedError':
    case 'SecurityError':
      return words.problems.passkeyMissing;
    default:
      return words.problems.passkeyUnused;
  }
}

/** `/user_limits/requests` as `user limits requests`. */
function fieldName(pointer: string): string {
  return pointer.replace(/^[/?]/, '').replaceAll(/[/_]/g, ' ');
}
