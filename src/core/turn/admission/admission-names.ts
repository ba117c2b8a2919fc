import type { Admission } from './admission.ts';

/** Names under which facts of a batch are found. Names of different kinds may be equal. */

export function userName(clientId: number, userId: string): string {
  return `${clientId} ${userId}`;
}

export function conversationName(clientId: number, conversationId: string): string {
  return `${clientId} ${conversationId}`;
}

export function keyName(clientId: number, userId: string, route: string, key: string): string {
  return JSON.stringify([clientId, userId, route, key]);
}

export function userNameOf({ owner }: Admission): string {
  return userName(owner.clientId, owner.userId);
}

export function conversationNameOf({ owner, conversationId, newConversationId }: Admission): string {
  return conversationName(owner.clientId, conversationId ?? newConversationId);
}

export function keyNameOf({ owner, door, idempotencyKey }: Admission): string | null {
  return idempotencyKey === null ? null : keyName(owner.clientId, owner.userId, door, idempotencyKey);
}
