import assert from 'node:assert/strict';
import type { Action } from '#contract/answers/action.ts';
import type { Conversation, Message } from '#contract/resources.ts';
import type { ActionAnswer } from '#contract/tools/actions.ts';
import { bodyOf, type JobCaller } from '../world/job-caller.ts';

/** As the partner's backend decides for its user. */
export function decide(
  caller: JobCaller,
  { action_uuid: id }: Action,
  decision: 'confirm' | 'decline',
): Promise<Response> {
  return caller.fetch(`/actions/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ external_user_id: caller.user, decision }),
  });
}

export async function findAction(caller: JobCaller, { action_uuid: id }: Action): Promise<ActionAnswer> {
  return bodyOf(await caller.fetch(`/actions/${id}?external_user_id=${caller.user}`));
}

export async function readConversation(caller: JobCaller, id: string): Promise<Conversation> {
  return bodyOf(await caller.fetch(`/conversations/${id}?external_user_id=${caller.user}`));
}

export async function lastMessage(caller: JobCaller, conversation: string): Promise<Message> {
  return (await readConversation(caller, conversation)).messages.at(-1) ?? assert.fail('no message');
}
