import type { OperationExample } from '../types.ts';
import { accountExamples } from './account.ts';
import { actionExamples } from './actions.ts';
import { administrationExamples } from './administration.ts';
import { answerExamples } from './answers.ts';
import { conversationExamples } from './conversations.ts';
import { documentExamples } from './documents.ts';
import { eventLogExamples } from './event-log.ts';
import { feedbackExamples } from './feedback.ts';
import { adminGuidanceExamples, guidanceExamples } from './guidance.ts';
import { keyExamples } from './keys.ts';
import { openAiExamples } from './openai.ts';
import { operateExamples } from './operate.ts';
import { peopleExamples } from './people.ts';
import { sourceExamples } from './sources.ts';
import { adminToolExamples, toolExamples } from './tools.ts';
import { adminWebhookExamples, webhookExamples } from './webhooks.ts';

const examples: ReadonlyMap<string, OperationExample> = new Map<string, OperationExample>(
  Object.entries({
    ...answerExamples,
    ...eventLogExamples,
    ...webhookExamples,
    ...adminWebhookExamples,
    ...toolExamples,
    ...adminToolExamples,
    ...conversationExamples,
    ...actionExamples,
    ...accountExamples,
    ...peopleExamples,
    ...documentExamples,
    ...sourceExamples,
    ...guidanceExamples,
    ...adminGuidanceExamples,
    ...keyExamples,
    ...feedbackExamples,
    ...administrationExamples,
    ...openAiExamples,
    ...operateExamples,
  }),
);

/** Every operation has an example: a missing one fails the start, and with it every test. */
export function exampleOf(operation: string): OperationExample {
  const example = examples.get(operation);
  if (example === undefined) throw new Error(`${operation} has no example`);
  return example;
}
