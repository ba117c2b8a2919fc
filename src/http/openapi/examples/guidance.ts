import type { GuidanceAnswer, GuidanceVersion } from '#contract/partners/guidance.ts';
import type { OperationExample } from '../types.ts';
import { ids, times } from './values.ts';

const text = 'Address customers as “you”, and answer in three sentences at most.';
const first: GuidanceVersion = {
  version: 1,
  text: 'Answer in three sentences at most.',
  published_at: times.created,
  by: ids.hostedUser,
};
const second: GuidanceVersion = { version: 2, text, published_at: times.finished, by: 'key:acme' };
const draft = { text, updated_at: times.started, by: 'key:acme' };

const drafted: GuidanceAnswer = { ok: true, draft, published: first, versions: [first] };
const published: GuidanceAnswer = { ok: true, draft, published: second, versions: [second, first] };

const path = { agent: 'assistant' };

/** Examples of the operations on a client's additions to the instructions of an agent. */
export const guidanceExamples = {
  getGuidance: { parameters: path, answers: { 200: drafted } },
  updateGuidance: { parameters: path, body: { text }, answers: { 200: drafted } },
  publishGuidance: { parameters: path, answers: { 200: published } },
} as const satisfies Record<string, OperationExample>;

const ofClient = (example: OperationExample): OperationExample => ({
  ...example,
  parameters: { ...example.parameters, slug: 'acme' },
});

/** The same for operators, who name the client. */
export const adminGuidanceExamples = {
  getClientGuidance: ofClient(guidanceExamples.getGuidance),
  updateClientGuidance: ofClient(guidanceExamples.updateGuidance),
  publishClientGuidance: ofClient(guidanceExamples.publishGuidance),
} as const;
