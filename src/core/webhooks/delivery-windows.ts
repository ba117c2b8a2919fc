/** How many deliveries an endpoint takes at a time. */
export interface DeliveryWindow {
  readonly webhookId: string;
  readonly most: number;
}

/** A success that took longer does not raise it. */
const quickMs = 1_000;
/** An endpoint that was sent nothing for this long begins again. */
const keptMs = 60_000;

/**
 * The deliveries that endpoints take at a time, as this process has seen them answer: each quick success adds one, so
 * that the number doubles with each round, and a failure takes the endpoint back to the least. A receiver that keeps up
 * is not held back, and one that hangs is sent no more than before.
 */
export class DeliveryWindows {
  readonly #least: number;
  readonly #most: number;
  readonly #grown = new Map<string, { most: number; at: number }>();

  constructor({ least, most }: { readonly least: number; readonly most: number }) {
    this.#least = least;
    this.#most = most;
  }

  /** Those of endpoints that take more than the least. `now` is monotonic, as everywhere here. */
  grown(now: number): readonly DeliveryWindow[] {
    for (const [id, { at }] of this.#grown) if (now - at > keptMs) this.#grown.delete(id);
    return [...this.#grown].map(([webhookId, { most }]) => ({ webhookId, most }));
  }

  succeeded(webhookId: string, tookMs: number, now: number): void {
    if (tookMs > quickMs) return;
    const known = this.#grown.get(webhookId)?.most ?? this.#least;
    this.#grown.set(webhookId, { most: Math.min(known + 1, this.#most), at: now });
  }

  failed(webhookId: string): void {
    this.#grown.delete(webhookId);
  }
}
