import type { Heartbeat, HeartbeatResult } from '#core/turn/turn-store.ts';
import type { Queryable } from '../database/database.ts';
import { encodeText } from '../database/text-coding.ts';

interface HeartbeatRow {
  readonly alive: boolean;
  readonly draining: boolean;
  readonly fenced: number;
  readonly service_ms: number | null;
  readonly slots: number | null;
  readonly stop: readonly { turn_id: string; reason: HeartbeatResult['stop'][number]['reason'] }[];
}

const heartbeatSql = `
  select process_heartbeat($1, $2 * interval '1 ms', $3, $4, $5) as answer,
    array(select turn_id from turn_readers where process_id = $1 and read_until > now()) as read_turns`;

/** Sends everything that a process has to report and to ask about its turns in one statement. */
export async function sendHeartbeat(database: Queryable, beat: Heartbeat): Promise<HeartbeatResult> {
  const output = beat.output.map((piece) => ({
    client_id: piece.clientId,
    turn_id: piece.turnId,
    attempt: piece.attempt,
    byte_offset: piece.byteOffset,
    text: encodeText(piece.text),
  }));
  const [row] = await database.query<{ answer: HeartbeatRow; read_turns: readonly string[] }>(heartbeatSql, [
    beat.processId,
    beat.leaseMs,
    beat.slots,
    beat.serviceMs,
    JSON.stringify(output),
  ]);
  if (row === undefined) throw new Error('The heartbeat returned no row');
  const { alive, draining, stop, fenced, service_ms, slots } = row.answer;
  return {
    alive,
    draining,
    stop: stop.map(({ turn_id, reason }) => ({ turnId: turn_id, reason })),
    staleWrites: fenced,
    readTurns: row.read_turns,
    pace: { serviceMs: service_ms, slots: slots ?? 0 },
  };
}
