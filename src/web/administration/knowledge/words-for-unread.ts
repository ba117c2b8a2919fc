import { RequestFailed } from '#client/request-failed.ts';
import type { KnowledgeWords } from './knowledge-props.ts';

/** Why a file was not taken; null for what can happen to any request. */
export function wordsForUnread(error: unknown, { refusals }: KnowledgeWords): string | null {
  if (!(error instanceof RequestFailed)) return null;
  switch (error.code) {
    case 'document_unreadable':
      return reasonOf(error.problem?.['reason'], refusals);
    case 'knowledge_full':
      return refusals.full;
    case 'body_too_large':
      return refusals.too_large;
    case 'unavailable':
      return refusals.busy;
    default:
      return null;
  }
}

function reasonOf(reason: unknown, refusals: KnowledgeWords['refusals']): string {
  switch (reason) {
    case 'encrypted':
    case 'too_long':
    case 'too_slow':
    case 'no_text':
      return refusals[reason];
    default:
      return refusals.damaged;
  }
}
