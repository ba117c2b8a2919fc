import { type Signal, signal } from '@preact/signals';
import { createRequest, createSend, type Request, type Send, type TokenProvider } from '#client/request.ts';
import type { ChatPageData } from '#contract/pages.ts';
import type { Usage } from '#contract/resources.ts';
import { type ConversationItems, createConversationList } from './conversation-list.ts';
import { createDrafts, type Drafts } from './drafts.ts';
import type { FrameHost } from './frame-host.ts';
import type { Notice } from './notice.ts';
import { createConversation, fillConversation, type OpenConversation } from './open-conversation.ts';

/**
 * In a frame: `signed_out` when the page around it has never named a user, `unavailable` when it could not give a token.
 */
export type SessionState = 'open' | 'ended' | 'disabled' | 'signed_out' | 'unavailable';

/** The reader of the page, and what keeps questions from being sent. */
export interface ReaderState {
  readonly data: ChatPageData;
  /** The page around a frame that a launcher created; null everywhere else. */
  readonly host: FrameHost | null;
  readonly usage: Signal<Usage | null>;
  readonly drafts: Drafts;
  readonly notice: Signal<Notice | null>;
  readonly session: Signal<SessionState>;
  /** The subscription allows no user to send. */
  readonly paused: Signal<boolean>;
  readonly offline: Signal<boolean>;
}

/** The way to the service. */
export interface Service {
  readonly request: Request;
  readonly send: Send;
}

interface Conversations {
  readonly list: ConversationItems;
  readonly current: Signal<OpenConversation>;
  /** Conversations whose answer continues while another one is shown. */
  readonly background: Map<string, OpenConversation>;
}

/** What reading needs. Asking needs the progress of the answer as well. */
export interface Reading extends ReaderState, Service, Conversations {}

/** How answers come along, as the page says it. */
interface Progress {
  /** The answer that was completed last, on whichever conversation. */
  readonly ended: Signal<{ readonly title: string } | null>;
  /** How many answers became ready while the page was hidden. */
  readonly unseen: Signal<number>;
  /** The progress of the answer for assistive technology, and the finished text, once. */
  readonly status: Signal<string>;
  readonly spoken: Signal<string>;
}

/** The state of the page. What a reader can do with it has a file each in `actions`. */
export interface Chat extends Reading, Progress {}

export function createChat(
  data: ChatPageData,
  token: TokenProvider | null,
  host: FrameHost | null = null,
): Chat {
  const request = createRequest(token, data.user?.id, () => document.documentElement.lang);
  const send = createSend(request);
  const opened = createConversation();
  if (data.conversation !== null) fillConversation(opened, data.conversation);
  const drafts = createDrafts(data.mode === 'page' ? (data.user?.id ?? null) : null);
  drafts.turnTo(opened.uuid.value);
  return {
    data,
    request,
    send,
    host,
    usage: signal(data.usage),
    list: createConversationList(send, data.conversations),
    drafts,
    current: signal(opened),
    background: new Map(),
    notice: signal(null),
    session: signal<SessionState>('open'),
    paused: signal(data.subscriptionStatus === 'past_due' || data.subscriptionStatus === 'canceled'),
    offline: signal(false),
    ended: signal(null),
    unseen: signal(0),
    status: signal(''),
    spoken: signal(''),
  };
}
