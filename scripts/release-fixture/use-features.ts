import type { Conversation } from '#contract/resources.ts';
import type { Receiver } from '../../test/support/webhooks/receiver.ts';
import { bodyOf } from '../../test/support/world/job-caller.ts';
import type { ReleaseUser } from './release-user.ts';

/** What came with 0.4.0: versions, events and an endpoint for them, people who are blocked or erased, OpenAI's form. */
export async function useFeatures(user: ReleaseUser, receiver: Receiver): Promise<void> {
  await user.ask('POST', '/webhooks', { url: receiver.url });
  await useVersions(user);
  await user.ask('PUT', '/blocked-users?external_user_id=bothers', {});
  await user.ask('DELETE', '/user-data?external_user_id=leaves', {});
  const asked = { model: 'assistant', input: 'By another form', user: user.user };
  await user.ask('POST', '/../openai/v1/responses', asked);
  // The end of a job is an event, which the endpoint is sent.
  const { job_uuid } = await user.enqueue({ prompt: 'Tell the endpoint' });
  await user.untilFinal(job_uuid);
  await receiver.until(1);
}

/** An answer that was asked for again, a question that took the place of another, and a pinned conversation. */
async function useVersions(user: ReleaseUser): Promise<void> {
  const conversation = await user.talk('First words');
  await user.talk(undefined, { conversation_uuid: conversation, options: { regenerate: true } });
  const identity = new URLSearchParams({ external_user_id: user.user });
  const { messages } = await bodyOf<Conversation>(
    await user.fetch(`/conversations/${conversation}?${identity}`),
  );
  await user.talk('Better words', {
    conversation_uuid: conversation,
    options: { replaces: messages[0]?.message_uuid },
  });
  await user.ask('PATCH', `/conversations/${conversation}`, { external_user_id: user.user, pinned: true });
}
