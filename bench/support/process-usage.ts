import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessUsage {
  readonly cpuMs: number;
  readonly residentKb: number;
}

interface Stat {
  readonly pid: number;
  readonly parent: number;
  readonly ownTicks: number;
  readonly endedChildrenTicks: number;
}

/** USER_HZ: 100 on every Linux that Node runs on. */
const MS_PER_TICK = 10;

/** CPU time of one process with all its threads, and its resident memory. */
export function processUsage(pid: number): ProcessUsage {
  const stat = readStat(pid);
  if (stat === null) throw new Error(`process ${pid} is gone`);
  return { cpuMs: stat.ownTicks * MS_PER_TICK, residentKb: residentKb(pid) };
}

/**
 * CPU time of a process and all its descendants, running or ended: a child that was waited for is included in its
 * parent's figure, so a PostgreSQL backend that ends between two readings is not lost.
 */
export function treeUsage(root: number): ProcessUsage {
  const members = descendants(root);
  if (members.length === 0) throw new Error(`process ${root} is gone`);
  const ticks = members.reduce((sum, stat) => sum + stat.ownTicks + stat.endedChildrenTicks, 0);
  const kb = members.reduce((sum, stat) => sum + residentKb(stat.pid), 0);
  return { cpuMs: ticks * MS_PER_TICK, residentKb: kb };
}

function descendants(root: number): Stat[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .filter((stat) => stat !== null);
  const members = all.filter((stat) => stat.pid === root);
  for (const member of members) members.push(...all.filter((stat) => stat.parent === member.pid));
  return members;
}

function readStat(pid: number): Stat | null {
  const text = readOrEmpty(`/proc/${pid}/stat`);
  // The command name is in parentheses and may itself contain any of these characters.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  if (fields.length < 15) return null;
  const field = (index: number) => Number(fields[index]);
  return {
    pid,
    parent: field(1),
    ownTicks: field(11) + field(12),
    endedChildrenTicks: field(13) + field(14),
  };
}

function residentKb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readOrEmpty(`/proc/${pid}/status`))?.[1] ?? 0);
}

/** A process may end between the listing and the reading. */
function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
