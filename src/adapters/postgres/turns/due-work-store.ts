import type { DueWork, DueWorkStore } from '#core/turn/process/due-work.ts';
import type { Queryable } from '../database/database.ts';

interface DueWorkRow extends Omit<DueWork, 'busyElsewhere'> {
  readonly busy_elsewhere: number;
}

export class PostgresDueWorkStore implements DueWorkStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async dueWork(processId: string, queueTtlMs: number): Promise<DueWork> {
    const [row] = await this.#database.query<DueWorkRow>(
      `select queued, overdue, lost, erasures, deliveries, assigned, busy_elsewhere
       from due_work($1, $2 * interval '1 ms')`,
      [processId, queueTtlMs],
    );
    if (row === undefined) throw new Error('The look for work returned no row');
    const { busy_elsewhere: busyElsewhere, ...work } = row;
    return { ...work, busyElsewhere };
  }
}
