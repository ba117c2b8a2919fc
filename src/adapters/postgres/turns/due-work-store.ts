import type { DueWorkStore, FoundWork } from '#core/turn/process/due-work.ts';
import type { Queryable } from '../database/database.ts';

interface DueWorkRow extends Omit<FoundWork, 'held'> {
  readonly assigned: boolean | null;
  readonly busy_elsewhere: number | null;
  readonly held_ms: number | null;
}

export class PostgresDueWorkStore implements DueWorkStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async dueWork(processId: string, queueTtlMs: number, withHeld: boolean): Promise<FoundWork> {
    const [row] = await this.#database.query<DueWorkRow>(
      `select queued, overdue, lost, erasures, deliveries, assigned, busy_elsewhere, held_ms
       from due_work($1, $2 * interval '1 ms', $3)`,
      [processId, queueTtlMs, withHeld],
    );
    if (row === undefined) throw new Error('The look for work returned no row');
    const { assigned, busy_elsewhere: busyElsewhere, held_ms: tookMs, ...work } = row;
    const isKnown = assigned !== null && busyElsewhere !== null && tookMs !== null;
    return { ...work, held: isKnown ? { assigned, busyElsewhere, tookMs } : null };
  }
}
