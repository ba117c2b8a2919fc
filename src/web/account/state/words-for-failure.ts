import { RequestFailed } from '#client/request-failed.ts';
import type { FieldError } from '#contract/errors.ts';
import { languageNames } from '#contract/languages/languages.ts';
import { WordedFailure } from '../../administration/state/worded-failure.ts';
import { wordsForUnanswered } from '../../shared/offline.ts';
import { formatNumber } from '../../shared/text/format.ts';
import { words } from '../text/words.ts';

/** What went wrong, in the reader's language: by the codes of the refusal, never by the service's own words. */
export function wordsForFailure(error: unknown): string {
  const { problems } = words();
  if (error instanceof WordedFailure) return error.message;
  if (!(error instanceof RequestFailed)) return problems.unexpected;
  if (error.unanswered) return wordsForUnanswered(problems);
  const mistakes = error.problem?.errors ?? [];
  if (mistakes.length > 0) return mistakes.map(wordsForField).join(' ');
  switch (error.code) {
    case 'already_exists':
      return problems.userExists;
    case 'too_many_webhooks':
      return problems.tooManyWebhooks;
    case 'too_many_attempts':
      return problems.tooManyAttempts;
    case 'key_overlap':
      return problems.keyOverlap;
    case 'conversations_private':
      return problems.conversationsPrivate;
    case 'user_not_found':
    case 'webhook_not_found':
    case 'delivery_not_found':
    case 'event_not_found':
    case 'version_not_found':
    case 'document_not_found':
    case 'tool_server_not_found':
    case 'tool_not_found':
    case 'agent_not_allowed':
    case 'insufficient_scope':
    case 'not_found':
      return problems.gone;
    case 'unavailable':
      return error.problem?.['mail_sent'] === false ? problems.emailNotSent : problems.unreachable;
    default:
      return problems.unexpected;
  }
}

const over = ['user_disabled', 'admin_required', 'another_user'];

/** Whether nothing more can be done here: the session ended or is another's, or its user is no administrator now. */
export function endsSession(error: unknown): boolean {
  if (!(error instanceof RequestFailed)) return false;
  return error.status === 401 || over.includes(error.code ?? '');
}

/** A pointer is `/name`, `/name/index` or `?name`; empty, it means the whole of what was sent, such as a file. */
function wordsForField({ pointer, code: given }: FieldError): string {
  // What may be called, and why not, is the same for both.
  const code = given === 'tool_server_url_not_allowed' ? 'webhook_url_not_allowed' : given;
  const [name = '', index] = pointer.replace(/^[/?]/, '').split('/');
  const known: Readonly<Record<string, string>> = words().mistakes;
  const mistake = wordIn(known, `${name}.${code}`) ?? wordIn(known, code) ?? words().mistakes.invalid;
  if (name === '') return mistake;
  const field = wordIn(words().fields, name) ?? words().fields.other;
  const place = index && (wordIn(languageNames, index) ?? formatNumber(Number(index) + 1));
  return words().mistakeIn(place === undefined ? field : `${field} ${place}`, mistake);
}

function wordIn(known: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(known, name) ? known[name] : undefined;
}
