import type { ChatRequest } from '#contract/chat.ts';
import type { EndedTurn, EndedTurnList, Job, JobAccepted, JobOutput } from '#contract/jobs.ts';
import type { OperationExample } from '../types.ts';
import { answer, counts, cursors, ids, noSources, prompt, times, usage, user } from './values.ts';

const request: ChatRequest = {
  prompt,
  context: { external_user_id: user, facts: { plan: 'team', seats: 12 } },
};

const job: Job = {
  ok: true,
  job_uuid: ids.job,
  conversation_uuid: ids.conversation,
  message_uuid: ids.answer,
  agent_slug: 'assistant',
  status: 'completed',
  queue_name: 'standard',
  queue_position: null,
  eta_seconds: null,
  attempt: 1,
  priority: false,
  deep_dive: false,
  created_at: times.created,
  started_at: times.started,
  finished_at: times.finished,
  error: null,
  charged: { ...counts({ requests: 1 }), refunded: false },
};

const cancelled: Job = {
  ...job,
  status: 'cancelled',
  error: {
    code: 'cancelled',
    title: 'The answer was cancelled',
    detail: 'The answer was cancelled',
    retryable: false,
  },
};

const accepted: JobAccepted = {
  ok: true,
  job_uuid: ids.job,
  conversation_uuid: ids.conversation,
  status: 'queued',
  queue_name: 'standard',
  queue_position: 3,
  eta_seconds: null,
  usage,
  created_at: times.created,
};

const output: JobOutput = {
  ok: true,
  job_uuid: ids.job,
  status: 'completed',
  attempt: 1,
  text: answer,
  cursor: `1.${Buffer.byteLength(answer)}`,
  ai_generated: true,
  final: true,
  answer,
  finish_reason: 'stop',
  ...noSources,
  error: null,
};

const ended: EndedTurn = {
  job_uuid: ids.job,
  conversation_uuid: ids.conversation,
  client: 'acme',
  external_user_id: user,
  agent_slug: 'assistant',
  provider: 'openai',
  model: 'gpt-5',
  delivery: 'stream',
  status: 'failed',
  finish_reason: 'error',
  error_code: 'provider_timeout',
  attempt: 1,
  deep_dive: false,
  priority: false,
  refunded: true,
  request_id: ids.job,
  guidance_version: 3,
  first_text_ms: null,
  created_at: times.created,
  started_at: times.started,
  finished_at: times.finished,
};

/** Ended turns, as partners and operators list them. */
export const endedTurns: EndedTurnList = {
  ok: true,
  object: 'list',
  data: [ended],
  has_more: false,
  next_cursor: null,
};

/** Names the filters of such a list. */
export const endedTurnFilters = {
  status: 'failed,expired',
  request_id: ids.job,
  since: '2026-11-20',
  until: '2026-11-21',
  limit: 20,
  cursor: cursors.list,
};

const ofJob = { uuid: ids.job, external_user_id: user };

/** Examples of the operations that send prompts and read their answers. */
export const answerExamples = {
  streamAnswer: { body: request, parameters: { 'Idempotency-Key': 'order-4711-question-1' } },
  createJob: {
    body: request,
    parameters: { 'Idempotency-Key': 'order-4711-question-1' },
    answers: { 202: accepted },
  },
  getJob: {
    parameters: { ...ofJob, wait: 20, until: 'change', 'If-None-Match': '"rB2mJ8s0Lq1vXo4nT6wYzA"' },
    answers: { 200: job },
  },
  getJobOutput: {
    parameters: { ...ofJob, after: '1.0', wait: 20, until: 'final' },
    answers: { 200: output },
  },
  followJob: { parameters: { ...ofJob, after: '1.0', 'Last-Event-ID': '1.0' } },
  cancelJob: { parameters: ofJob, body: { external_user_id: user }, answers: { 200: cancelled } },
  listEndedTurns: {
    parameters: { external_user_id: user, ...endedTurnFilters },
    answers: { 200: endedTurns },
  },
} as const satisfies Record<string, OperationExample>;
