import type { Owner } from '#core/identity/caller.ts';
import type { Cursor } from '#core/turn/cursor.ts';
import type { TurnRecord } from '#core/turn/turn.ts';
import type { OutputSlice } from '#core/turn/turn-store.ts';
import type { Queryable } from '../database/database.ts';
import { type SourcesRow, sourcesOfRow } from '../database/stored-sources.ts';
import { codingMarker, decodeText } from '../database/text-coding.ts';
import { characterStart } from './turn-output.ts';
import { markSql } from './turn-record.ts';

/** The most bytes that one read returns, unless a single row of output is longer. */
const sliceBytes = 128 * 1024;
/** The limit for a final answer, which has to be decompressed completely to read any part of it. */
const answerBytes = 256 * 1024;
/** The most rows of output that one read examines. */
const sliceRows = 64;

export interface SliceRequest {
  readonly owner: Owner;
  readonly turnId: string;
  readonly after: Cursor;
}

interface SliceRow extends SourcesRow {
  readonly place: number;
  readonly state: TurnRecord['state'];
  readonly attempt: number;
  readonly mark: number;
  /** For rows of output: their start, and whether more rows follow. */
  readonly partial: string | null;
  readonly partial_from: number | null;
  readonly partial_more: boolean;
  /**
   * For a final answer: bytes from the requested position on, or the whole answer where it is stored in coded form.
   */
  readonly answer: Buffer | null;
  readonly answer_bytes: number | null;
  readonly coded: Buffer | null;
}

/** From the row that holds the requested byte on, as many rows as fit: their sizes are known without reading them. */
const partialSql = `
  select string_agg(r.text, '' order by r.byte_offset) filter (where r.fits) as partial,
    min(r.byte_offset) as partial_from, coalesce(bool_or(not r.fits) or count(*) = ${sliceRows}, false) as partial_more
  from (
    select o.text, o.byte_offset,
      sum(octet_length(o.text)) over (order by o.byte_offset) - octet_length(o.text) < ${sliceBytes} as fits
    from (select text, byte_offset from turn_output where client_id = t.client_id and turn_id = t.id
        and attempt = t.attempt and t.state = 'running'
        and byte_offset >= coalesce((select max(byte_offset) from turn_output where client_id = t.client_id
          and turn_id = t.id and attempt = t.attempt and byte_offset <= t.asked), 0)
      order by byte_offset limit ${sliceRows}) o
  ) r`;

/**
 * A text with the marker of coded characters has other bytes than its reader counts. The text is decompressed only
 * once, because that dominates the cost of reading a long one.
 */
const answerSql = `
  select case when not m.is_coded then substring(m.bytes from t.asked + 1 for ${answerBytes}) end as answer,
    length(m.bytes) as answer_bytes, case when m.is_coded then m.bytes end as coded, m.citations, m.links
  from (select bytes, citations, links, position('\\x${Buffer.from(codingMarker).toString('hex')}'::bytea in bytes) > 0 as is_coded
    from (select textsend(content) as bytes, citations, links from messages where client_id = t.client_id
      and conversation_id = t.conversation_id and seq = t.answer_seq
      and t.state not in ('queued', 'running') offset 0) unpacked offset 0) m`;

const sql = `
  select t.place, t.state, t.attempt, ${markSql} as mark, partials.*, answers.*
  from unnest($1::integer[], $2::text[], $3::uuid[], $4::integer[], $5::bigint[]) with ordinality
    a(client_id, user_id, id, attempt, bytes, place)
  cross join lateral (select turns.*, a.place, least(case when turns.attempt = a.attempt then a.bytes else 0 end,
      2147480000)::integer as asked from turns
    where turns.client_id = a.client_id and turns.external_user_id = a.user_id and turns.id = a.id offset 0) t
  left join lateral (${partialSql}) partials on true
  left join lateral (${answerSql}) answers on true`;

/** Reads pieces of stored texts, many in one statement, in the order of the requests. */
export async function readSlices(
  database: Queryable,
  requests: readonly SliceRequest[],
): Promise<(OutputSlice | null)[]> {
  const rows = await database.query<SliceRow>(sql, [
    requests.map(({ owner }) => owner.clientId),
    requests.map(({ owner }) => owner.userId),
    requests.map(({ turnId }) => turnId),
    requests.map(({ after }) => after.attempt),
    requests.map(({ after }) => after.bytes),
  ]);
  const found = new Map(rows.map((row) => [row.place, row]));
  return requests.map(({ after }, index) => {
    const row = found.get(index + 1);
    return row === undefined ? null : sliceOf(row, after);
  });
}

function sliceOf(row: SliceRow, after: Cursor): OutputSlice {
  const { state, attempt, mark } = row;
  const asked = attempt === after.attempt ? after.bytes : 0;
  const stands = { state, attempt, mark, sources: sourcesOfRow(row) };
  if (row.coded !== null)
    return { ...stands, ...textFrom(Buffer.from(decodeText(row.coded.toString())), 0, asked, false) };
  if (row.answer !== null) {
    const hasMore = asked + row.answer.length < (row.answer_bytes ?? 0);
    return { ...stands, ...textFrom(row.answer, asked, asked, hasMore) };
  }
  const from = row.partial_from ?? asked;
  return {
    ...stands,
    ...textFrom(Buffer.from(decodeText(row.partial ?? '')), from, asked, row.partial_more),
  };
}

/** The whole characters of `buffer`, whose first byte is at `begins` in the text, from the requested byte on. */
function textFrom(buffer: Buffer, begins: number, asked: number, hasMore: boolean) {
  const start = characterStart(buffer, Math.max(0, asked - begins));
  const end = hasMore ? lastWhole(buffer) : buffer.length;
  const text = buffer.subarray(start, end).toString();
  return { text, from: text === '' ? asked : begins + start, hasMore };
}

/** The start of the last, possibly incomplete, character of the buffer, or the buffer's end. */
function lastWhole(buffer: Buffer): number {
  let start = buffer.length - 1;
  while (start > 0 && ((buffer[start] ?? 0) & 0xc0) === 0x80) start--;
  const first = buffer[start] ?? 0;
  const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  return start + length <= buffer.length ? buffer.length : start;
}
