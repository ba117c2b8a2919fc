import { RequestFailed } from '#client/request-failed.ts';
import type { FieldError } from '#contract/errors.ts';
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
  const fields = problem.errors?.map((field) => wordsForField(field)) ?? [];
  return fields.join(' ') || problem.detail || problem.title;
}

/** What is wrong with a field, by its label or else by what is sent. */
export function wordsForField({ pointer, detail }: FieldError, label = fieldName(pointer)): string {
  return `${label}: ${detail}.`;
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
