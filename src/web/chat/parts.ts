import { wordsForUnanswered } from '../shared/offline.ts';
import { text } from '../shared/text/text.ts';
import { componentIn } from './component-in.tsx';
import { createPart } from './part.ts';
import type { Chat } from './state/chat.ts';

type Rest = typeof import('./rest.ts');

/** Nothing of it is needed for the first paint of a conversation. */
export const rest = createPart<Rest>(() => import('./rest.ts'));

export const AnswerTools = componentIn(rest, (part) => part.AnswerTools);
export const Progress = componentIn(rest, (part) => part.Progress);
export const QuestionTools = componentIn(rest, (part) => part.QuestionTools);
export const EditForm = componentIn(rest, (part) => part.EditForm);
export const EarlierBar = componentIn(rest, (part) => part.EarlierBar);
export const FailureReference = componentIn(rest, (part) => part.FailureReference);
export const TryAgain = componentIn(rest, (part) => part.TryAgain);
export const DeepDiveToggle = componentIn(rest, (part) => part.DeepDiveToggle);
export const RowActions = componentIn(rest, (part) => part.RowActions);
export const MoreButton = componentIn(rest, (part) => part.MoreButton);
export const SidebarFoot = componentIn(rest, (part) => part.SidebarFoot);
export const SearchResults = componentIn(rest, (part) => part.SearchResults);
export const ArchivedList = componentIn(rest, (part) => part.ArchivedList);

/**
 * Runs `use` at once where the part has been loaded, and otherwise as soon as it has. A part that cannot be loaded is
 * reported above the composer: nothing has happened by then, so what was typed is where it was typed.
 */
export function whenLoaded(chat: Pick<Chat, 'notice'>, use: (part: Rest) => void): void {
  const loaded = rest.loaded.peek();
  if (loaded !== null) {
    use(loaded);
    return;
  }
  rest.load().then(use, () => {
    chat.notice.value = {
      message: wordsForUnanswered(text.problems),
      actions: [{ label: text.tryAgain, run: () => whenLoaded(chat, use) }],
    };
  });
}
