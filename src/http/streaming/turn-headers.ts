/** The headers that name a turn, its conversation and its answer. */
export function turnHeaders(turn: {
  readonly id: string;
  readonly conversationId: string;
  readonly messageId: string;
}) {
  return { 'x-conversation-id': turn.conversationId, 'x-message-id': turn.messageId, 'x-job-id': turn.id };
}
