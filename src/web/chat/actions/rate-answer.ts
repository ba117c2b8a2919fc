import type { Rating } from '#contract/resources.ts';
import type { Answer } from '../state/answer.ts';
import { call } from '../state/call.ts';
import type { Reading } from '../state/chat.ts';
import { handleFailure } from './handle-failure.ts';

/** Shows the rating at once and reverts it when the service refuses it. */
export async function rateAnswer(
  chat: Reading,
  answer: Answer,
  rating: Rating | null,
  comment = '',
): Promise<void> {
  const conversation = chat.current.value.uuid.value;
  const message = answer.uuid.value;
  if (conversation === null || message === null) return;
  const before = answer.feedback.value;
  answer.feedback.value = rating === null ? null : { rating, comment: comment || null };
  try {
    const body = { rating, message_uuid: message, ...(comment === '' ? {} : { comment }) };
    await chat.send(call('saveFeedback', { params: { uuid: conversation }, body }));
  } catch (error) {
    answer.feedback.value = before;
    handleFailure(chat, error);
  }
}
