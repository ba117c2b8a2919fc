import { limits } from '#contract/limits.ts';
import type { ConversationRenamed } from '#contract/resources.ts';
import { errors } from '../errors.ts';
import type { Owner } from '../identity/caller.ts';
import { isUuid } from '../shared/new-id.ts';
import type { ConversationStore } from './conversation-store.ts';
import { presentRenamed } from './present-conversation.ts';

/** Changes the title of a conversation. */
export async function renameConversation(
  conversations: ConversationStore,
  owner: Owner,
  conversationId: string,
  title: string,
): Promise<ConversationRenamed> {
  const checked = checkTitle(title);
  const renamed = isUuid(conversationId) ? await conversations.rename(owner, conversationId, checked) : null;
  if (renamed === null) throw errors.conversationNotFound();
  return presentRenamed(renamed);
}

function checkTitle(title: string): string {
  const trimmed = title.trim();
  if (trimmed === '') throw errors.invalidField('/title', 'must not be empty', 'minLength');
  if (!trimmed.isWellFormed() || /\p{Cc}/u.test(trimmed)) {
    throw errors.invalidField(
      '/title',
      'must not contain control characters or lone surrogates',
      'characters',
    );
  }
  if ([...trimmed].length > limits.titleCharacters) {
    throw errors.invalidField(
      '/title',
      `must have at most ${limits.titleCharacters} characters`,
      'maxLength',
    );
  }
  return trimmed;
}
