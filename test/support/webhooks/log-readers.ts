import assert from 'node:assert/strict';
import type { EventLogStore, EventPosition } from '#core/events/event-log-store.ts';

/** Readers that begin at each moment, and each go on from their own cursor, an event at a time. */
export class LogReaders {
  readonly seen: string[][] = [];
  readonly #places: (EventPosition | null)[] = [];
  readonly #log: Pick<EventLogStore, 'read'>;
  readonly #clientId: number;

  constructor(log: Pick<EventLogStore, 'read'>, clientId: number) {
    this.#log = log;
    this.#clientId = clientId;
  }

  begin(): void {
    this.seen.push([]);
    this.#places.push(null);
  }

  /** Each reads one event. */
  async read(): Promise<void> {
    await Promise.all(this.seen.map((names, index) => this.#readOne(names, index)));
  }

  async #readOne(names: string[], index: number): Promise<void> {
    const query = { clientId: this.#clientId, after: this.#places[index] ?? null, types: null };
    const page = await this.#log.read(query, 1);
    assert.ok(page !== null);
    names.push(...page.events.map(({ data }) => String(data['name'])));
    this.#places[index] = page.position;
  }

  areComplete(count: number): boolean {
    return this.seen.every((names) => names.length >= count);
  }
}
