import { effect } from '@preact/signals';
import { shareSession } from '../../shared/share-session.ts';
import { text } from '../../shared/text/text.ts';
import { followRunning } from '../actions/follow-running.ts';
import { endSession } from '../actions/handle-failure.ts';
import { readFirstQuestion, showConversation } from '../actions/show-conversation.ts';
import { listenForKeys, type ShortcutTargets } from '../actions/start-shortcuts.ts';
import { addressOf, conversationIn } from '../address.ts';
import { keepHeight } from '../composer/keep-height.ts';
import { typeAnywhere } from '../composer/type-anywhere.ts';
import type { Chat } from '../state/chat.ts';
import { startNewConversation } from '../state/turn-to.ts';
import { withoutDirections } from '../state/words.ts';
import { keepLive } from './keep-live.ts';
import { refuseFiles } from './refuse-files.ts';
import { showBlocked } from './show-blocked.ts';
import { watchAway } from './watch-away.ts';
import { watchNetwork } from './watch-network.ts';
import { watchReset } from './watch-reset.ts';
import { watchWidth } from './watch-width.ts';

/** Another language draws the page again, and what was read and followed for it continues. */
const begun = new WeakSet<Chat>();

/**
 * The page beside its own controls: its URL and title, other windows, its keys, an earlier answer. Returns
 * what ends them.
 */
export function startPage(chat: Chat, targets: ShortcutTargets): () => void {
  if (!begun.has(chat)) begin(chat);
  begun.add(chat);
  const ends = [
    keepLive(chat),
    keepHeight(chat),
    listenForKeys(chat, targets),
    watchReset(chat),
    watchNetwork(chat),
    refuseFiles(),
    typeAnywhere(),
    showBlocked(chat),
    watchWidth(targets.closeSidebar),
    ...(chat.data.mode === 'page' ? [keepAddress(chat), watchAway(chat), ...shareSessionOf(chat)] : []),
  ];
  return () => {
    for (const end of ends) end();
  };
}

function begin(chat: Chat): void {
  const { conversation } = chat.data;
  const opened = chat.current.value;
  if (conversation?.active_job_uuid && opened.uuid.value === conversation.conversation_uuid) {
    void followRunning(chat, opened, conversation.active_job_uuid);
  }
  void readFirstQuestion(chat, opened);
  const wanted = chat.data.mode === 'page' ? conversationIn(location.href) : null;
  if (wanted !== null && conversation === null && opened.uuid.value === null) {
    chat.notice.value = { message: text.problems.conversation_not_found, actions: [] };
  }
}

function shareSessionOf(chat: Pick<Chat, 'data' | 'drafts' | 'session'>): (() => void)[] {
  const { user, signOutUrl } = chat.data;
  if (user === null || signOutUrl === null) return [];
  return [shareSession(user.id, signOutUrl, () => endSession(chat, 'ended'))];
}

function keepAddress(chat: Chat): () => void {
  const stop = effect(() => {
    const { uuid, title } = chat.current.value;
    const unseen = chat.unseen.value;
    const name = `${withoutDirections(title.value) || text.conversation.untitled} · ${chat.data.tenant.name}`;
    document.title = unseen === 0 ? name : `(${unseen}) ${name}`;
    if (conversationIn(location.href) !== uuid.value) history.pushState(null, '', addressOf(uuid.value));
  });
  const onPopState = () => {
    const uuid = conversationIn(location.href);
    if (uuid === null) startNewConversation(chat);
    else void showConversation(chat, uuid);
  };
  addEventListener('popstate', onPopState);
  return () => {
    stop();
    removeEventListener('popstate', onPopState);
  };
}
