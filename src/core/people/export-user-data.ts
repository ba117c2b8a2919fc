import type { UserDataLine } from '#contract/people/people.ts';
import { presentTenantAudit } from '../audit/audit.ts';
import { presentHostedUser } from '../clients/hosted-user.ts';
import type { Person } from '../identity/blocked-user.ts';
import type {
  ExportedConversation,
  ExportedMessage,
  ExportedTurn,
  ExportedUser,
  UserDataStore,
} from './user-data.ts';

/** Every line of an export. The last one says how many came before it, so that a cut export is noticed. */
export function exportUserData(
  store: UserDataStore,
  person: Person,
  user: ExportedUser,
): AsyncGenerator<UserDataLine, void> {
  return withEnd(linesBeforeTheEnd(store, person, user));
}

/** The conversations alone, which is what their user has written and read, and nothing that was said about the user. */
export function exportConversations(
  store: UserDataStore,
  person: Person,
): AsyncGenerator<UserDataLine, void> {
  return withEnd(conversationLines(store, person, { withTurns: false }));
}

async function* withEnd(all: AsyncIterable<UserDataLine>): AsyncGenerator<UserDataLine, void> {
  let lines = 0;
  for await (const line of all) {
    lines += 1;
    yield line;
  }
  yield { type: 'end', lines };
}

async function* linesBeforeTheEnd(
  store: UserDataStore,
  person: Person,
  { externalUserId, isBlocked, account }: ExportedUser,
): AsyncGenerator<UserDataLine, void> {
  yield {
    type: 'user',
    external_user_id: externalUserId,
    blocked: isBlocked,
    account: account === null ? null : presentHostedUser(account),
  };
  yield* conversationLines(store, person, { withTurns: true });
  for await (const { day, counts } of store.usage(person)) yield { type: 'usage', day, ...counts };
  for await (const entry of store.audit(person)) {
    const { at, actor, action, subject, before, after } = presentTenantAudit(entry);
    yield { type: 'audit', at, actor, action, subject, before, after };
  }
}

async function* conversationLines(
  store: UserDataStore,
  person: Person,
  { withTurns }: { readonly withTurns: boolean },
): AsyncGenerator<UserDataLine, void> {
  for await (const conversation of store.conversations(person)) {
    yield conversationLine(conversation);
    for await (const message of store.messages(person, conversation.id)) {
      yield messageLine(message);
      if (message.rating !== null) yield feedbackLine(message, message.rating);
    }
    if (!withTurns) continue;
    for await (const turn of store.turns(person, conversation.id)) yield turnLine(turn);
  }
}

function conversationLine(conversation: ExportedConversation): UserDataLine {
  return {
    type: 'conversation',
    conversation_uuid: conversation.id,
    title: conversation.title,
    agent_slug: conversation.agentSlug,
    pinned: conversation.pinned,
    archived: conversation.archived,
    created_at: conversation.createdAt.toISOString(),
    updated_at: conversation.updatedAt.toISOString(),
    last_message_at: conversation.lastMessageAt.toISOString(),
  };
}

function messageLine(message: ExportedMessage): UserDataLine {
  return {
    type: 'message',
    conversation_uuid: message.conversationId,
    message_uuid: message.id,
    role: message.role,
    content: message.content,
    status: message.status,
    ...(message.isGenerated && { ai_generated: true as const }),
    deep_dive: message.deepDive,
    reply_to: message.replyTo,
    replaces: message.replaces,
    set_aside: message.setAside,
    guidance_version: message.guidanceVersion,
    citations: message.citations && [...message.citations],
    links: message.links && [...message.links],
    ...(message.steps !== null && { steps: [...message.steps] }),
    ...(message.actions !== null && { actions: [...message.actions] }),
    created_at: message.createdAt.toISOString(),
  };
}

function feedbackLine(message: ExportedMessage, rating: 'up' | 'down'): UserDataLine {
  return {
    type: 'feedback',
    conversation_uuid: message.conversationId,
    message_uuid: message.id,
    rating,
    comment: message.comment,
  };
}

function turnLine(turn: ExportedTurn): UserDataLine {
  return {
    type: 'turn',
    conversation_uuid: turn.conversationId,
    job_uuid: turn.id,
    message_uuid: turn.messageId,
    facts: turn.facts,
    page: turn.page,
    created_at: turn.createdAt.toISOString(),
  };
}
