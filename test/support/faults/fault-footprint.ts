import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import type { Queryable } from '#adapters/postgres/database/database.ts';
import type { TestService } from '../world/process.ts';
import { liveMegabytes } from './fault-heap.ts';

/** The resources that a process holds. */
export interface Footprint {
  /** Files and sockets, without the connections that callers keep for their next request. */
  readonly descriptors: number;
  readonly megabytes: number;
}

/** Null where the system does not report it. */
export async function footprintOf(service: TestService): Promise<Footprint | null> {
  const { pid, port } = service;
  if (!existsSync('/proc/self/fd')) return null;
  const megabytes = await liveMegabytes(service);
  const descriptors = await readdir(`/proc/${pid}/fd`);
  return {
    descriptors: descriptors.length - (await callersOf(pid, port)),
    megabytes,
  };
}

/** Established connections to the port that a process listens on: as `0100007F:1F90 0100007F:D2A4 01`. */
async function callersOf(pid: number, port: number): Promise<number> {
  const table = await readFile(`/proc/${pid}/net/tcp`, 'utf8');
  const local = port.toString(16).toUpperCase().padStart(4, '0');
  return table.match(new RegExp(`: [0-9A-F]{8}:${local} [0-9A-F]{8}:[0-9A-F]{4} 01 `, 'g'))?.length ?? 0;
}

/** Connections of a process on which a transaction is open. */
export async function openTransactionsOf(database: Queryable, applicationName: string): Promise<number> {
  const [row] = await database.query<{ open: number }>(
    `select count(*)::int as open from pg_stat_activity
     where application_name = $1 and xact_start is not null`,
    [applicationName],
  );
  return row?.open ?? 0;
}
