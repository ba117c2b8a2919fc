import assert from 'node:assert/strict';
import {
  answersAreOfTheLastAttempt,
  attemptsHaveNoGaps,
  conversationsTakeTurns,
  lateOutputIsRefused,
} from './auditor-attempts.ts';
import { type Audited, gather } from './auditor-evidence.ts';
import { nothingSucceedsAfterRevocation, refusedLeavesNothing } from './auditor-refusals.ts';
import { conversationsAreInOrder, queueIsEmpty, usageIsExact } from './auditor-rows.ts';
import {
  canariesStayHome,
  deliveredIsStored,
  noSecretIsPrinted,
  readingsArePrefixes,
} from './auditor-texts.ts';
import {
  acknowledgedIsStored,
  answersAreOfTheirCalls,
  callsBelongToAttempts,
  everyTurnEndsOnce,
} from './auditor-turns.ts';

export { numberedAnswer } from './auditor-numbers.ts';

/**
 * Compares what callers saw, what the database holds, and what the providers received, once all work has finished.
 * The names are those of the invariants that it checks; each failure names the rows that break one.
 */
export async function audit(audited: Audited): Promise<void> {
  const evidence = await gather(audited);
  const { database, logs } = audited;
  acknowledgedIsStored(evidence);
  everyTurnEndsOnce(evidence);
  callsBelongToAttempts(evidence);
  answersAreOfTheirCalls(evidence);
  deliveredIsStored(evidence);
  readingsArePrefixes(evidence);
  canariesStayHome(evidence);
  noSecretIsPrinted(evidence);
  noBugIsLogged(logs);
  await usageIsExact(database);
  await conversationsAreInOrder(database);
  await queueIsEmpty(database);
  await refusedLeavesNothing(evidence);
}

/** The same for the steps in between, in a database that records its history: see `keepHistory`. */
export async function auditHistory(audited: Audited): Promise<void> {
  const { database } = audited;
  const evidence = await gather(audited);
  await attemptsHaveNoGaps(database);
  await lateOutputIsRefused(database);
  await answersAreOfTheLastAttempt(evidence);
  await conversationsTakeTurns(database);
  await nothingSucceedsAfterRevocation(evidence);
}

function noBugIsLogged(logs: string): void {
  const bugs = logs.split('\n').filter((line) => /A bug ended|unhandled|internal_error/i.test(line));
  assert.deepEqual(bugs, [], 'a bug was logged');
}
