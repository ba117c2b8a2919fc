import { Type } from 'typebox';
import { strict } from '../chat.ts';
import { FeedbackList, Privacy, PrivacyChange, UnansweredList } from '../people/feedback.ts';
import { noQuery, page, pageQuery, text } from '../request-parts.ts';
import { ratings } from '../resources.ts';
import type { ClientOperation } from './client-operation.ts';

const row = { fresh: false, body: null, errors: [] } as const;
const privacy = { ...row, channels: { account: true }, path: '/privacy', query: noQuery } as const;

/** What people thought of the answers, and whether the tenant lets anybody read that. No operator does. */
export const feedbackOperations = {
  listFeedback: {
    ...row,
    channels: { api: 'review', account: 'review' },
    ids: { account: 'listTenantFeedback' },
    audit: 'feedback.read',
    summary: 'Rated answers with their questions, newest first',
    description:
      'A page ends early, with `has_more`, once its texts have 512 KiB. Every read is an entry of the audit log. A tenant that keeps its conversations private is 403 `conversations_private`.',
    method: 'GET',
    path: '/feedback',
    query: Type.Object(
      {
        rating: Type.Optional(Type.Enum([...ratings], { description: 'Only these.' })),
        agent_slug: text('Only answers of this agent.'),
        since: text('First day, or RFC 3339.'),
        until: text('Before this day, or RFC 3339.'),
        ...page,
      },
      strict,
    ),
    answers: { 200: FeedbackList },
    errors: ['conversations_private'],
  },
  listUnanswered: {
    ...row,
    channels: { api: 'review', account: 'review' },
    audit: 'unanswered.read',
    summary: 'Questions to an agent whose answers cite nothing, newest first',
    description:
      'Of the last 30 days: those whose complete answer has empty `citations`, because nothing was found or cited. Every read is an entry of the audit log. A tenant that keeps its conversations private is 403 `conversations_private`.',
    method: 'GET',
    path: '/agents/:agent/unanswered',
    query: pageQuery,
    answers: { 200: UnansweredList },
    errors: ['agent_not_allowed', 'conversations_private'],
  },
  getPrivacy: {
    ...privacy,
    audit: null,
    summary: 'Whether the tenant keeps its conversations private, and which links its pages have',
    method: 'GET',
    answers: { 200: Privacy },
  },
  updatePrivacy: {
    ...privacy,
    audit: 'client.update',
    summary: 'Keep the conversations private, or let administrators and the key read them; choose links',
    description: 'Operators see the choice and cannot change it.',
    method: 'PATCH',
    body: PrivacyChange,
    answers: { 200: Privacy },
  },
} as const satisfies Record<string, ClientOperation>;
