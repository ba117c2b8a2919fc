import { type Request, readJson } from '#client/request.ts';
import type { ChatRequest } from '#contract/chat.ts';
import type { Job } from '#contract/jobs.ts';
import type { Language } from '#contract/languages/languages.ts';
import type {
  Conversation,
  ConversationList,
  ConversationRenamed,
  Rating,
  Usage,
} from '#contract/resources.ts';

/** The tenant's `/chat/*` routes. */
export function createChatClient(request: Request) {
  return {
    request,

    listConversations: (
      query: { q?: string; cursor?: string | null; archived?: 'true' },
      signal?: AbortSignal,
    ) =>
      request(`/chat/conversations${queryOf({ ...query, limit: 30 })}`, signal && { signal }).then(
        readJson<ConversationList>,
      ),

    readConversation: (
      uuid: string,
      query: { before?: string | null; limit?: number; include?: 'set_aside' } = {},
      signal?: AbortSignal,
    ) =>
      request(`${conversationPath(uuid)}${queryOf(query)}`, signal && { signal }).then(
        readJson<Conversation>,
      ),

    changeConversation: (uuid: string, body: { title?: string; pinned?: boolean; archived?: boolean }) =>
      request(conversationPath(uuid), { method: 'PATCH', body }).then(readJson<ConversationRenamed>),

    deleteConversation: (uuid: string) => request(conversationPath(uuid), { method: 'DELETE' }),

    rate: (uuid: string, feedback: { rating: Rating | null; message_uuid: string; comment?: string }) =>
      request(`${conversationPath(uuid)}/feedback`, { method: 'POST', body: feedback }),

    setLanguage: (language: Language) => request('/session/language', { method: 'PUT', body: { language } }),

    readUsage: () => request('/chat/usage').then(readJson<{ usage: Usage }>),

    cancel: (jobUuid: string) =>
      request(`${jobPath(jobUuid)}/cancel`, { method: 'POST' }).then(readJson<Job>),

    /** An event stream. The same key joins the same run, however often it is sent. */
    send: (body: ChatRequest, idempotencyKey: string, signal: AbortSignal) =>
      request('/chat/stream', {
        method: 'POST',
        body,
        headers: { ...eventStream, 'idempotency-key': idempotencyKey },
        signal,
      }),

    /** An event stream of the events after `cursor` (null: from the beginning). */
    follow: (jobUuid: string, cursor: string | null, signal: AbortSignal) =>
      request(`${jobPath(jobUuid)}/stream${queryOf({ after: cursor })}`, { headers: eventStream, signal }),
  };
}

export type ChatClient = ReturnType<typeof createChatClient>;

const eventStream = { accept: 'text/event-stream' };

export function conversationPath(uuid: string): string {
  return `/chat/conversations/${encodeURIComponent(uuid)}`;
}

function jobPath(uuid: string): string {
  return `/chat/jobs/${encodeURIComponent(uuid)}`;
}

function queryOf(values: Readonly<Record<string, string | number | null | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  return query.size === 0 ? '' : `?${query}`;
}
