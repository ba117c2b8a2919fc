import { limits } from '#contract/limits.ts';
import type { ConversationRenamed } from '#contract/resources.ts';
import { errors } from '../errors.ts';
import type { Owner } from '../identity/caller.ts';
import { isUuid } from '../shared/new-id.ts';
import type { ConversationChange, ConversationStore } from './conversation-store.ts';
import { presentRenamed } from './present-conversation.ts';

/** Changes the title of a conversation, pins or archives it. */
export async function updateConversation(
  conversations: ConversationStore,
  owner: Owner,
  conversationId: string,
  { title, pinned, archived }: ConversationChange,
): Promise<ConversationRenamed> {
  if (title === undefined && pinned === undefined && archived === undefined) {
    throw errors.invalidField('/title', 'or pinned or archived is required', 'required');
  }
  const change = { title: title === undefined ? title : checkTitle(title), pinned, archived };
  const updated = isUuid(conversationId) ? await conversations.update(owner, conversationId, change) : null;
  if (updated === null) throw errors.conversationNotFound();
  return presentRenamed(updated);
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
