import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type * as errors from '#contract/errors.ts';
import type * as jobs from '#contract/jobs.ts';
import type * as contract from '#contract/resources.ts';
import type * as client from '../../src/sdk/index.ts';
import { findTypeErrors, repository } from './type-check.ts';

type Same<Left, Right> = [Left] extends [Right] ? ([Right] extends [Left] ? true : never) : never;

/** Each line compiles only while the client's type and the contract's are interchangeable. */
export const same: {
  readonly conversation: Same<client.Conversation, contract.Conversation>;
  readonly conversationDeleted: Same<client.ConversationDeleted, contract.ConversationDeleted>;
  readonly conversationList: Same<client.ConversationList, contract.ConversationList>;
  readonly conversationRenamed: Same<client.ConversationRenamed, contract.ConversationRenamed>;
  readonly errorCode: Same<client.ErrorCode, errors.ErrorCode>;
  readonly feedbackSaved: Same<client.FeedbackSaved, contract.FeedbackSaved>;
  readonly fieldError: Same<client.FieldError, errors.FieldError>;
  readonly health: Same<client.Health, contract.Health>;
  readonly hostedSession: Same<client.HostedSession, contract.HostedSession>;
  readonly job: Same<client.Job, jobs.Job>;
  readonly jobAccepted: Same<client.JobAccepted, jobs.JobAccepted>;
  readonly jobOutput: Same<client.JobOutput, jobs.JobOutput>;
  readonly providerList: Same<client.ProviderList, contract.ProviderList>;
  readonly turnErrorCode: Same<client.TurnErrorCode, errors.TurnErrorCode>;
  readonly usageAnswer: Same<client.UsageAnswer, contract.UsageAnswer>;
  readonly usageDays: Same<client.UsageDays, contract.UsageDays>;
} = {
  conversation: true,
  conversationDeleted: true,
  conversationList: true,
  conversationRenamed: true,
  errorCode: true,
  feedbackSaved: true,
  fieldError: true,
  health: true,
  hostedSession: true,
  job: true,
  jobAccepted: true,
  jobOutput: true,
  providerList: true,
  turnErrorCode: true,
  usageAnswer: true,
  usageDays: true,
};

test("the client's types are the contract's", () => {
  const project = {
    extends: join(repository, 'tsconfig.json'),
    compilerOptions: { typeRoots: [join(repository, 'node_modules', '@types')] },
    include: [],
    files: [import.meta.filename],
  };
  assert.equal(findTypeErrors(project), '');
});
