import assert from 'node:assert/strict';
import type { Database } from '#adapters/postgres/database/database.ts';
import type { LedgerLine } from './ledger-line.ts';
import { addUp, type Sums, sumsOfLine } from './ledger-sums.ts';

const dayMs = 86_400_000;
/** The vendor and Parley notice a call at moments of their own: around midnight, both days are right. */
const midnightMs = 2_000;

interface CountedRow extends Sums {
  readonly day: string;
  readonly model: string;
  readonly kind: 'answer' | 'title';
  readonly outcome: 'completed' | 'failed' | 'cut' | 'unknown';
}

interface EndedTurn {
  readonly turn: string;
  readonly isCompleted: boolean;
  /** Its process may have died. */
  readonly isHarmed: boolean;
}

export interface Comparison {
  readonly shiftMs: number;
  readonly hasKills: boolean;
  readonly report: (line: string) => void;
}

/** Compares what Parley has counted with what the vendor has noted, by day and model. */
export async function compareWithLedger(
  database: Database,
  lines: readonly LedgerLine[],
  { shiftMs, hasKills, report }: Comparison,
): Promise<void> {
  const rows = await readCounted(database);
  const turns = await readTurns(database, hasKills);
  const days = new Set(lines.map((line) => dayOf(line, shiftMs)));
  assert.equal(days.size, 2, 'the run crosses midnight');
  for (const model of ['a', 'b']) {
    const counted = rows.filter((row) => row.model === model);
    const noted = lines.filter((line) => line.model === model);
    checkCompleted(counted, noted, turns, shiftMs);
    checkKnown(counted, noted, turns, hasKills);
    const [all, theirs] = [addUp(counted.filter(isKnown)), addUp(noted.map(sumsOfLine))];
    const unknown = addUp(counted.filter((row) => !isKnown(row)));
    report(`${model}: the vendor's ledger ${JSON.stringify(theirs)}`);
    report(`${model}: known here ${JSON.stringify(all)}, unknown ${unknown.calls}`);
  }
  checkNeverLess(rows, lines, shiftMs);
  const unknown = addUp(rows.filter((row) => !isKnown(row))).calls;
  report(
    `${lines.length} calls in the ledger, ${addUp(rows.filter(isKnown)).calls} known, ${unknown} unknown`,
  );
  if (!hasKills) assert.equal(unknown, 0);
}

/**
 * Answers that came to their end: equal in calls and in every kind of token. Of the answers to one turn only the last
 * one counts as completed, because the process of each earlier one has died before it could say so.
 */
function checkCompleted(
  counted: readonly CountedRow[],
  noted: readonly LedgerLine[],
  turns: ReadonlyMap<string, EndedTurn>,
  shiftMs: number,
): void {
  const last = new Map<string, LedgerLine>();
  for (const line of noted) {
    if (!line.isTitle && line.end === 'completed' && turns.get(line.turn)?.isCompleted)
      last.set(line.turn, line);
  }
  const ours = counted.filter(({ kind, outcome }) => kind === 'answer' && outcome === 'completed');
  const theirs = [...last.values()];
  assert.deepEqual(addUp(ours), addUp(theirs.map(sumsOfLine)));
  const early = theirs.filter((line) => !isNearMidnight(line, shiftMs));
  for (const day of new Set(early.map((line) => dayOf(line, shiftMs)))) {
    const [least, most] = [early, theirs].map((some) => {
      const sure = some.filter((line) => dayOf(line, shiftMs) === day || isNearMidnight(line, shiftMs));
      return addUp(sure.map(sumsOfLine));
    });
    const found = addUp(ours.filter((row) => row.day === day));
    assert.ok(least && most && least.calls <= found.calls && found.calls <= most.calls, `calls of ${day}`);
    assert.ok((least.input ?? 0) <= (found.input ?? 0) && (found.input ?? 0) <= (most.input ?? 0), day);
    assert.ok((least.output ?? 0) <= (found.output ?? 0) && (found.output ?? 0) <= (most.output ?? 0), day);
  }
}

/** Every call of a turn whose process lived has a known end, and nothing is known that was not called. */
function checkKnown(
  counted: readonly CountedRow[],
  noted: readonly LedgerLine[],
  turns: ReadonlyMap<string, EndedTurn>,
  hasKills: boolean,
): void {
  for (const kind of ['answer', 'title'] as const) {
    const known = addUp(counted.filter((row) => row.kind === kind && isKnown(row)));
    const called = noted.filter(({ isTitle }) => isTitle === (kind === 'title'));
    const sure =
      kind === 'title' && hasKills ? [] : called.filter(({ turn }) => turns.get(turn)?.isHarmed === false);
    assert.ok(known.calls >= sure.length, `${known.calls} of ${sure.length} ${kind}s are known`);
    assert.ok(known.calls <= called.length, `${known.calls} ${kind}s are known of ${called.length}`);
    const said = addUp(called.map(sumsOfLine));
    assert.ok((known.input ?? 0) <= (said.input ?? 0) && (known.output ?? 0) <= (said.output ?? 0));
    if (!hasKills) assert.equal(known.calls, called.length);
  }
}

/** Known and unknown calls together are never less than the vendor's, on no day. */
function checkNeverLess(rows: readonly CountedRow[], lines: readonly LedgerLine[], shiftMs: number): void {
  for (const day of new Set(rows.map((row) => row.day))) {
    const onDay = rows.filter((row) => row.day === day);
    const sure = lines.filter((line) => dayOf(line, shiftMs) === day && !isNearMidnight(line, shiftMs));
    const missing = ['a', 'b'].map((model) => {
      const here = addUp(onDay.filter((row) => row.model === model)).calls;
      return Math.max(0, sure.filter((line) => line.model === model).length - here);
    });
    const unnamed = addUp(onDay.filter((row) => row.model === '')).calls;
    const lacking = missing.reduce((sum, calls) => sum + calls, 0);
    assert.ok(lacking <= unnamed, `${lacking} calls of ${day} are neither known nor unknown`);
  }
}

function isKnown({ outcome }: CountedRow): boolean {
  return outcome !== 'unknown';
}

function dayOf({ at }: LedgerLine, shiftMs: number): string {
  return new Date(at + shiftMs).toISOString().slice(0, 10);
}

function isNearMidnight({ at }: LedgerLine, shiftMs: number): boolean {
  const ofDay = (at + shiftMs) % dayMs;
  return Math.min(ofDay, dayMs - ofDay) < midnightMs;
}

/** Whether a moment belongs to the day that has just begun, without a doubt. */
export function isAfterMidnight(at: number, shiftMs: number): boolean {
  const ofDay = (at + shiftMs) % dayMs;
  return ofDay > midnightMs && ofDay < dayMs / 2;
}

function readCounted(database: Database): Promise<CountedRow[]> {
  return database.query<CountedRow>(
    `select day, model, kind, outcome, sum(calls)::float8 as calls, sum(calls_without_tokens)::float8 as without,
       sum(input_tokens)::float8 as input, sum(cache_read_tokens)::float8 as read,
       sum(cache_write_tokens)::float8 as written, sum(output_tokens)::float8 as output
     from (
       select day, model, kind, outcome, calls, calls_without_tokens, input_tokens, cache_read_tokens,
         cache_write_tokens, output_tokens from usage_calls
       union all
       select day, split_part(model_reference, '/', 2), kind, outcome, calls, calls_without_tokens, input_tokens,
         cache_read_tokens, cache_write_tokens, output_tokens from usage_call_entries) u
     group by 1, 2, 3, 4 having sum(calls) <> 0`,
  );
}

/** A turn that was cancelled may have had its process die as well: nothing says so. */
async function readTurns(database: Database, hasKills: boolean): Promise<ReadonlyMap<string, EndedTurn>> {
  const rows = await database.query<{ turn: string; state: string; harmed: boolean }>(
    `select substring(m.content from 'turn-[0-9]+') as turn, t.state,
       t.deaths > 0 or t.error_code = 'worker_lost' or (t.state = 'cancelled' and $1) as harmed
     from turns t join messages m on m.client_id = t.client_id and m.id = t.user_message_id
       and m.conversation_id = t.conversation_id`,
    [hasKills],
  );
  return new Map(
    rows.map(({ turn, state, harmed }) => [
      turn,
      { turn, isCompleted: state === 'completed', isHarmed: harmed ?? false },
    ]),
  );
}
