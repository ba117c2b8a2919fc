import type { UserDataLine } from '#contract/people/people.ts';
import { answer, counts, ids, noSources, prompt, times } from './values.ts';

const ofConversation = { conversation_uuid: ids.conversation };
const message = { ...ofConversation, status: 'complete', deep_dive: false } as const;

const lines: readonly UserDataLine[] = [
  { type: 'user', external_user_id: 'user-2', blocked: false, account: null },
  {
    type: 'conversation',
    ...ofConversation,
    title: prompt,
    agent_slug: 'assistant',
    pinned: false,
    archived: false,
    created_at: times.created,
    updated_at: times.finished,
    last_message_at: times.finished,
  },
  {
    type: 'message',
    ...message,
    message_uuid: ids.prompt,
    role: 'user',
    content: prompt,
    reply_to: null,
    replaces: null,
    set_aside: false,
    guidance_version: null,
    ...noSources,
    created_at: times.created,
  },
  {
    type: 'message',
    ...message,
    message_uuid: ids.answer,
    role: 'assistant',
    content: answer,
    ai_generated: true,
    reply_to: ids.prompt,
    replaces: null,
    set_aside: false,
    guidance_version: 3,
    ...noSources,
    created_at: times.finished,
  },
  { type: 'feedback', ...ofConversation, message_uuid: ids.answer, rating: 'up', comment: null },
  {
    type: 'turn',
    ...ofConversation,
    message_uuid: ids.answer,
    job_uuid: ids.job,
    facts: { plan: 'team', seats: 12 },
    page: null,
    created_at: times.created,
  },
  { type: 'usage', day: '2026-11-20', ...counts({ requests: 1 }) },
  { type: 'end', lines: 7 },
];

/** An export as it is sent. */
export function userDataExample(): string {
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
}
