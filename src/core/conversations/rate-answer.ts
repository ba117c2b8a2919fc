import { limits } from '#contract/limits.ts';
import type { Feedback, FeedbackSaved, Rating } from '#contract/resources.ts';
import { errors } from '../errors.ts';
import type { Owner } from '../identity/caller.ts';
import { checkText } from '../shared/check-text.ts';
import { isUuid } from '../shared/new-id.ts';
import type { ConversationStore } from './conversation-store.ts';
import { presentFeedbackSaved } from './present-conversation.ts';

/** The body of a feedback request. */
export interface FeedbackRequest {
  readonly rating: Rating | null;
  readonly messageId?: string | undefined;
  readonly comment?: string | undefined;
}

/** Stores the owner's rating of an answer, replacing any earlier one. Neither quota nor subscription matters here. */
export async function rateAnswer(
  conversations: ConversationStore,
  owner: Owner,
  conversationId: string,
  request: FeedbackRequest,
): Promise<FeedbackSaved> {
  const comment = checkComment(request.comment);
  const messageId = request.messageId ?? null;
  if (messageId !== null && !isUuid(messageId)) throw noSuchAnswer();
  if (!isUuid(conversationId)) throw errors.conversationNotFound();
  const feedback: Feedback | null = request.rating === null ? null : { rating: request.rating, comment };
  const result = await conversations.rate(owner, conversationId.toLowerCase(), messageId, feedback);
  switch (result.status) {
    case 'conversation_not_found':
      throw errors.conversationNotFound();
    case 'message_not_found':
      throw noSuchAnswer();
    case 'saved':
      return presentFeedbackSaved(conversationId.toLowerCase(), result.messageId, feedback);
  }
}

function noSuchAnswer(): Error {
  return errors.invalidField(
    '/message_uuid',
    'there is no such finished answer in the conversation',
    'unknown',
  );
}

/** An empty comment counts as none. */
function checkComment(comment: string | undefined): string | null {
  const trimmed = comment?.trim() ?? '';
  checkText(trimmed, '/comment');
  if ([...trimmed].length > limits.commentCharacters) {
    throw errors.invalidField(
      '/comment',
      `must have at most ${limits.commentCharacters} characters`,
      'maxLength',
    );
  }
  return trimmed === '' ? null : trimmed;
}
