import type { ActionAnswer, ActionConfirmed } from '#contract/tools/actions.ts';
import type { OperationExample } from '../types.ts';
import { ids, times, usage, user } from './values.ts';

const pending: ActionAnswer = {
  ok: true,
  conversation_uuid: ids.conversation,
  message_uuid: ids.answer,
  job_uuid: null,
  action: {
    action_uuid: ids.action,
    question: 'Cancel order 7?',
    arguments: [{ name: 'order_id', value: '7' }],
    status: 'pending',
    expires_at: times.finished,
  },
};

const over = { arguments: [], expires_at: null };

const confirmed: ActionConfirmed = {
  ...pending,
  job_uuid: ids.job,
  action: { ...pending.action, ...over, status: 'confirmed' },
  usage,
};

const declined: ActionAnswer = { ...pending, action: { ...pending.action, ...over, status: 'declined' } };

/** Examples of what a person is asked before a tool changes something. */
export const actionExamples = {
  getAction: {
    parameters: { uuid: ids.action, external_user_id: user },
    answers: { 200: pending },
  },
  decideAction: {
    parameters: { uuid: ids.action, external_user_id: user },
    body: { decision: 'confirm' },
    answers: { 200: declined, 202: confirmed },
  },
} as const satisfies Record<string, OperationExample>;
