/** What the page does after its first paint. It is loaded as one part, when the page has nothing else to do. */

export { sendQuestion } from './actions/send-question.ts';
export { showConversation, showEarlier } from './actions/show-conversation.ts';
export { performKey } from './actions/start-shortcuts.ts';
export { stopAnswer } from './actions/stop-answer.ts';
export { DeepDiveToggle } from './composer/deep-dive-toggle.tsx';
export { AnswerTools } from './conversation/answer-tools.tsx';
export { FailureReference } from './conversation/failure-reference.tsx';
export { growAnswer } from './conversation/grow-answer.ts';
export { Progress } from './conversation/progress.tsx';
export { QuestionTools } from './conversation/question-tools.tsx';
export { startPage } from './life/start-page.ts';
export { follow } from './scrolling/follow.ts';
export { SearchResults } from './search/search-results.tsx';
export { ArchivedList } from './sidebar/archived-list.tsx';
export { MoreButton } from './sidebar/more-button.tsx';
export { RowActions } from './sidebar/row-actions.tsx';
export { SidebarFoot } from './sidebar/sidebar-foot.tsx';
export { EarlierBar } from './versions/earlier-bar.tsx';
export { EditForm } from './versions/edit-form.tsx';
export { TryAgain } from './versions/try-again-button.tsx';
