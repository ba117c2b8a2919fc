import type { Admission } from '#core/turn/admission/admission.ts';
import { isConfirmation } from '#core/turn/admission/is-confirmation.ts';
import { readActions } from './action-statements.ts';
import {
  readClients,
  readConversations,
  readKeys,
  readQuestions,
  readSignIns,
  readUsers,
} from './fact-statements.ts';
import type { FactQuery, FactsBuilder } from './facts-builder.ts';
import { readListed } from './listing-statements.ts';
import {
  type LockedConversation,
  lockConcurrency,
  lockConversations,
  lockDay,
  lockDays,
} from './lock-statements.ts';
import { lockEarlierDays, readReplaced } from './replaced-statements.ts';
import { readRunning } from './running-statement.ts';

/**
 * The first group: locks in the global lock order, then the facts about what the batch asks for. Locks are statements
 * of their own, because a statement that waits for a lock keeps its earlier snapshot.
 */
export function factQueries(batch: readonly Admission[], isAlone: boolean, facts: FactsBuilder): FactQuery[] {
  const counted = batch.filter((one) => one.kind === 'stream' && one.isConcurrencyLimited);
  const followUps = batch.filter((one) => one.conversationId !== null);
  const interrupting = followUps.filter((one) => one.replaces !== null && one.ifBusy === 'interrupt');
  const locks = [
    ...ifAny(counted, (some) => lockConcurrency(clientsOf(some), isAlone, facts)),
    ...ifAny(interrupting, (some) => lockEarlierDays(some, isAlone, facts)),
    ...lockUsage(clientsOf(batch), isAlone, facts),
  ];
  const reads = [
    readClients(
      clientsOf(batch),
      batch.some((one) => one.kind === 'job'),
      facts,
    ),
    readUsers(batch, facts),
    ...ifAny(
      batch.filter((one) => one.idempotencyKey !== null),
      (some) => readKeys(some, facts),
    ),
    ...ifAny(
      batch.filter((one) => one.hostedUserId !== null),
      (some) => readSignIns(some, facts),
    ),
    ...ifAny(
      batch.filter((one) => one.retry),
      (some) => readQuestions(some, facts),
    ),
    ...ifAny(
      batch.filter((one) => one.replaces !== null),
      (some) => readReplaced(some, facts),
    ),
    ...ifAny(
      followUps.filter((one) => one.isTry),
      (some) => readListed(some, facts),
    ),
    ...ifAny(followUps.filter(isConfirmation), (some) => readActions(some, facts)),
    ...ifAny(counted, (some) => readRunning(some, facts)),
  ];
  if (followUps.length === 0) return [...locks, ...reads];
  const locked = new Map<string, LockedConversation>();
  return [
    ...locks,
    lockConversations(followUps, isAlone, locked),
    ...reads,
    readConversations(followUps, locked, isAlone, facts),
  ];
}

function lockUsage(clientIds: readonly number[], isAlone: boolean, facts: FactsBuilder): FactQuery[] {
  return isAlone ? clientIds.map(lockDay) : [lockDays(clientIds, facts)];
}

function ifAny(some: readonly Admission[], query: (some: readonly Admission[]) => FactQuery): FactQuery[] {
  return some.length > 0 ? [query(some)] : [];
}

function clientsOf(batch: readonly Admission[]): number[] {
  return [...new Set(batch.map(({ owner }) => owner.clientId))].sort((a, b) => a - b);
}
