import type { Admission, AdmissionResult } from '#core/turn/admission/admission.ts';
import { decideAdmissions, type Verdict } from '#core/turn/admission/decide-admissions.ts';
import { type QuotaNotice, quotaNotices } from '#core/turn/admission/quota-notices.ts';
import type { TurnToStore } from '#core/turn/admission/turn-to-store.ts';
import type { Database, Decision } from '../database/database.ts';
import type { Rows, Statement } from '../database/statement-group.ts';
import { type AnnouncedQuotas, announceQuotas } from '../events/quota-notices.ts';
import { factQueries } from './fact-queries.ts';
import { FactsBuilder } from './facts-builder.ts';
import { needsPrompt, promptsIn, readPrompts, type StoredPrompt } from './prompt-statement.ts';
import { positionsIn, readPositions, storeStatements } from './store-statements.ts';

/** The result of one request of a batch; `held` and `later` leave it to another batch. */
export type BatchAnswer =
  | { readonly kind: 'answered'; readonly result: AdmissionResult }
  | { readonly kind: 'held' | 'later' };

interface Plan {
  readonly verdicts: readonly Verdict[];
  readonly at: Date;
  readonly notices: readonly QuotaNotice[];
}

/**
 * Admits a batch in two writes: locks and facts first, then the decided statements, the commit, and the reads after
 * it. `isAlone`: all requests are from one client, and its row is waited for.
 */
export async function admitBatch(
  database: Pick<Database, 'readDecideWrite'>,
  batch: readonly Admission[],
  isAlone: boolean,
  announced: AnnouncedQuotas,
): Promise<readonly BatchAnswer[]> {
  const facts = new FactsBuilder();
  const queries = factQueries(batch, isAlone, facts);
  const { result, stored, afterCommit } = await database.readDecideWrite(queries, (rows): Decision<Plan> => {
    for (const [index, query] of queries.entries()) query.apply(rows[index] ?? []);
    const verdicts = decideAdmissions(facts, batch);
    const turns = admittedIn(verdicts);
    const notices = announced.unknownOf(quotaNotices(facts, turns));
    return { result: { verdicts, at: facts.at, notices }, ...statementsFor(turns, notices, facts) };
  });
  announced.add(result.notices);
  return answersOf(result, stored, afterCommit);
}

function statementsFor(
  turns: readonly TurnToStore[],
  notices: readonly QuotaNotice[],
  facts: FactsBuilder,
): Omit<Decision<Plan>, 'result'> {
  const jobs = turns.filter(({ request }) => request.kind === 'job');
  const prompted = turns.filter(needsPrompt);
  const store: Statement[] = storeStatements(turns, burstsOf(turns, facts));
  if (notices.length > 0) store.push(announceQuotas(notices));
  if (jobs.length > 0) store.push(readPositions(jobs));
  return { store, afterCommit: prompted.length > 0 ? [readPrompts(prompted)] : [] };
}

/** How many turns count towards the minute of each client with a limit per minute. */
function burstsOf(turns: readonly TurnToStore[], { clients }: FactsBuilder): ReadonlyMap<number, number> {
  const bursts = new Map<number, number>();
  for (const { request } of turns) {
    const { clientId } = request.owner;
    if ((clients.get(clientId)?.burstPerMinute ?? null) === null) continue;
    bursts.set(clientId, (bursts.get(clientId) ?? 0) + 1);
  }
  return bursts;
}

function admittedIn(verdicts: readonly Verdict[]): TurnToStore[] {
  return verdicts.flatMap((verdict) => (verdict.kind === 'admitted' ? [verdict.turn] : []));
}

function answersOf(
  { verdicts, at }: Plan,
  stored: readonly Rows[],
  afterCommit: readonly Rows[],
): BatchAnswer[] {
  const hasJobs = admittedIn(verdicts).some(({ request }) => request.kind === 'job');
  const positions = positionsIn(hasJobs ? (stored.at(-1) ?? []) : []);
  const prompts = promptsIn(afterCommit[0] ?? []);
  return verdicts.map((verdict): BatchAnswer => {
    if (verdict.kind === 'unadmitted') return { kind: 'answered', result: verdict.result };
    if (verdict.kind !== 'admitted') return verdict;
    const { turnId } = verdict.turn.request;
    const position = positions.get(turnId) ?? null;
    return { kind: 'answered', result: admitted(verdict.turn, at, position, prompts.get(turnId)) };
  });
}

function admitted(
  turn: TurnToStore,
  createdAt: Date,
  position: number | null,
  prompt: StoredPrompt | undefined,
): AdmissionResult {
  return {
    status: 'admitted',
    state: turn.state,
    agentSlug: turn.agentSlug,
    userMessageId: turn.userMessageId,
    prompt: prompt?.question ?? null,
    history: prompt?.history ?? [],
    usage: turn.usage,
    position,
    createdAt,
  };
}
