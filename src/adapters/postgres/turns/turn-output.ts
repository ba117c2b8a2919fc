import type { Owner } from '#core/identity/caller.ts';
import type { TurnRecord } from '#core/turn/turn.ts';
import type { StoredOutput } from '#core/turn/turn-store.ts';
import type { Queryable } from '../database/database.ts';
import { type SourcesRow, sourcesOfRow } from '../database/stored-sources.ts';
import { decodeText } from '../database/text-coding.ts';
import { markSql } from './turn-record.ts';

interface OutputRow extends SourcesRow {
  readonly state: TurnRecord['state'];
  readonly attempt: number;
  readonly answer: string | null;
  readonly partial: string;
  readonly mark: number;
}

const sql = `
  select t.state, t.attempt, m.content as answer, m.citations, m.links,
    coalesce((select string_agg(o.text, '' order by o.byte_offset) from turn_output o
      where o.client_id = t.client_id and o.turn_id = t.id and o.attempt = t.attempt
        and t.state <> 'queued'), '') as partial,
    ${markSql} as mark
  from turns t
  left join messages m on m.client_id = t.client_id and m.conversation_id = t.conversation_id
    and m.seq = t.answer_seq and t.state not in ('queued', 'running')
  where t.client_id = $1 and t.external_user_id = $2 and t.id = $3`;

/**
 * The stored text of a turn's current attempt, or its answer, from the requested byte on, if that attempt is still
 * current.
 */
export async function readTurnOutput(
  database: Queryable,
  owner: Owner,
  turnId: string,
  attempt: number | null,
  from: number,
): Promise<StoredOutput | null> {
  const [row] = await database.query<OutputRow>(sql, [owner.clientId, owner.userId, turnId]);
  if (row === undefined) return null;
  const answer = row.answer === null ? null : decodeText(row.answer);
  const bytes = Buffer.from(answer ?? decodeText(row.partial));
  const asked = attempt === row.attempt ? from : 0;
  const start = row.state === 'queued' ? asked : characterStart(bytes, asked);
  return {
    state: row.state,
    attempt: row.attempt,
    text: bytes.subarray(start).toString(),
    from: start,
    answer,
    sources: sourcesOfRow(row),
    mark: row.mark,
  };
}

/** The next place at or after `from` where a character begins. */
export function characterStart(bytes: Buffer, from: number): number {
  let start = Math.min(from, bytes.length);
  while (start < bytes.length && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++;
  return start;
}
