import { wordsForUnanswered } from '../shared/offline.ts';
import { text } from '../shared/text/text.ts';
import { componentIn } from './component-in.tsx';
import { createPart } from './part.ts';
import type { Chat } from './state/chat.ts';

type Deferred = typeof import('./deferred.ts');

/** Nothing of it is needed for the first paint of a conversation. */
export const deferred = createPart<Deferred>(() => import('./deferred.ts'));

export const AnswerTools = componentIn(deferred, (part) => part.AnswerTools);
export const Progress = componentIn(deferred, (part) => part.Progress);
export const QuestionTools = componentIn(deferred, (part) => part.QuestionTools);
export const EditForm = componentIn(deferred, (part) => part.EditForm);
export const EarlierBar = componentIn(deferred, (part) => part.EarlierBar);
export const FailureReference = componentIn(deferred, (part) => part.FailureReference);
export const TryAgain = componentIn(deferred, (part) => part.TryAgain);
export const DeepDiveToggle = componentIn(deferred, (part) => part.DeepDiveToggle);
export const RowActions = componentIn(deferred, (part) => part.RowActions);
export const MoreButton = componentIn(deferred, (part) => part.MoreButton);
export const SidebarFoot = componentIn(deferred, (part) => part.SidebarFoot);
export const SearchResults = componentIn(deferred, (part) => part.SearchResults);
export const ArchivedList = componentIn(deferred, (part) => part.ArchivedList);

/**
 * Runs `use` at once where the part has been loaded, and otherwise as soon as it has. A part that cannot be loaded is
 * reported above the composer: nothing has happened by then, so what was typed is where it was typed.
 */
export function whenLoaded(chat: Pick<Chat, 'notice'>, use: (part: Deferred) => void): void {
  const loaded = deferred.loaded.peek();
  if (loaded !== null) {
    use(loaded);
    return;
  }
  deferred.load().then(use, () => {
    chat.notice.value = {
      message: wordsForUnanswered(text.problems),
      actions: [{ label: text.tryAgain, run: () => whenLoaded(chat, use) }],
    };
  });
}
