import type { Admission } from './admission.ts';

/** Names by which the facts of a batch are found. Names of different kinds may be equal. */

export function userName(clientId: number, userId: string): string {
  return `${clientId} ${userId}`;
}

/** Includes the owner, because for any other end user the conversation does not exist. */
export function conversationName(clientId: number, userId: string, conversationId: string): string {
  return `${clientId} ${conversationId} ${userId}`;
}

export function keyName(clientId: number, userId: string, route: string, key: string): string {
  return JSON.stringify([clientId, userId, route, key]);
}

export function userNameOf({ owner }: Admission): string {
  return userName(owner.clientId, owner.userId);
}

export function conversationNameOf({ owner, conversationId, newConversationId }: Admission): string {
  return conversationName(owner.clientId, owner.userId, conversationId ?? newConversationId);
}

export function keyNameOf({ owner, kind, idempotencyKey }: Admission): string | null {
  return idempotencyKey === null ? null : keyName(owner.clientId, owner.userId, kind, idempotencyKey);
}
