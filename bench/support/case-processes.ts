import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Effort, Finding } from '../case.ts';
import { readFindings, removeRaw } from '../report/raw.ts';
import { ROOT } from './program.ts';

/** What a service and its PostgreSQL may take to stop. */
const STOP_LIMIT_MS = 45_000;

/**
 * Runs each case in a process group of its own: an uncaught error, a hang or a server that is left behind ends with
 * the case, and the next one has the machine to itself.
 */
export class CaseProcesses {
  readonly #running = new Set<ChildProcess>();

  async run(id: string, effort: Effort, limitMs: number): Promise<readonly Finding[]> {
    removeRaw(id);
    await this.runToEnd([join(ROOT, 'bench/run-case.ts'), id, JSON.stringify(effort)], limitMs);
    return readFindings(id);
  }

  /** Runs a program of Node; rejects where it fails, and where it takes longer than the limit, which ends it. */
  async runToEnd(words: readonly string[], limitMs: number): Promise<void> {
    const child = spawn(process.execPath, words, { detached: true, stdio: ['ignore', 'inherit', 'inherit'] });
    this.#running.add(child);
    const limit = new AbortController();
    const late = delay(limitMs, null, { signal: limit.signal });
    try {
      const ended = await Promise.race([once(child, 'exit'), late]);
      if (ended === null) throw new Error(`it was ended after ${limitMs / 1_000} seconds`);
      const [code, signal] = ended;
      if (code !== 0) throw new Error(`its process ended with ${code ?? signal}`);
    } finally {
      late.catch(() => {});
      limit.abort();
      await endGroup(child);
      this.#running.delete(child);
    }
  }

  async endAll(): Promise<void> {
    await Promise.all([...this.#running].map(endGroup));
  }
}

/** PostgreSQL is no part of the group, and stops when its last holder has gone. */
async function endGroup(child: ChildProcess): Promise<void> {
  const deadline = performance.now() + STOP_LIMIT_MS;
  signalGroup(child, 'SIGTERM');
  while (signalGroup(child, 0)) {
    await delay(50);
    if (performance.now() < deadline) continue;
    signalGroup(child, 'SIGKILL');
    return;
  }
}

/** False when the group has no member any more. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  try {
    return pid !== undefined && process.kill(-pid, signal);
  } catch {
    return false;
  }
}
