import type { ProviderStatus } from '#contract/health.ts';

export interface CircuitOptions {
  /** Consecutive failures that open the circuit. */
  readonly threshold?: number;
  /** The duration of the first opening; each failed probe doubles it, up to `maxOpenMs`. */
  readonly openMs?: number;
  readonly maxOpenMs?: number;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
}

/**
 * Permission to make one call. Report its outcome: the first report counts, except that a success may still turn into
 * a failure.
 */
export interface Permit {
  succeeded(): void;
  failed(): void;
  /** The call ended for a reason that says nothing about the provider. */
  released(): void;
}

/** One circuit per provider, driven by real calls only. */
export class Circuits {
  readonly #circuits = new Map<string, Circuit>();
  readonly #options: Required<CircuitOptions>;

  constructor(options: CircuitOptions = {}) {
    this.#options = {
      threshold: options.threshold ?? 5,
      openMs: options.openMs ?? 10_000,
      maxOpenMs: options.maxOpenMs ?? 120_000,
      now: options.now ?? (() => performance.now()),
    };
  }

  status(providerId: string): ProviderStatus {
    return this.#circuits.get(providerId)?.status() ?? 'available';
  }

  /** Null while the circuit is open, or half-open with its probe under way. */
  admit(providerId: string): Permit | null {
    return this.#circuit(providerId).admit();
  }

  /** Permission to call although the circuit is open, when there is no other candidate. */
  insist(providerId: string): Permit {
    return this.#circuit(providerId).insist();
  }

  /** Milliseconds until an open circuit admits a probe; 0 when it would admit one now. */
  opensInMs(providerId: string): number {
    return this.#circuits.get(providerId)?.opensInMs() ?? 0;
  }

  #circuit(providerId: string): Circuit {
    let circuit = this.#circuits.get(providerId);
    if (!circuit) {
      circuit = new Circuit(this.#options);
      this.#circuits.set(providerId, circuit);
    }
    return circuit;
  }
}

class Circuit {
  readonly #options: Required<CircuitOptions>;
  #failures = 0;
  /** Null while closed. */
  #openUntil: number | null = null;
  #openings = 0;
  #probing = false;

  constructor(options: Required<CircuitOptions>) {
    this.#options = options;
  }

  status(): ProviderStatus {
    if (this.opensInMs() > 0) return 'unavailable';
    return this.#openUntil !== null || this.#failures > 0 ? 'degraded' : 'available';
  }

  opensInMs(): number {
    return this.#openUntil === null ? 0 : Math.max(0, this.#openUntil - this.#options.now());
  }

  admit(): Permit | null {
    if (this.#openUntil === null) return this.#permit(false);
    if (this.#probing || this.opensInMs() > 0) return null;
    this.#probing = true;
    return this.#permit(true);
  }

  insist(): Permit {
    return this.#permit(false);
  }

  #permit(probe: boolean): Permit {
    const endProbe = () => {
      if (probe) this.#probing = false;
      probe = false;
    };
    return {
      succeeded: () => {
        endProbe();
        this.#close();
      },
      failed: () => {
        const wasProbe = probe;
        endProbe();
        this.#fail(wasProbe);
      },
      released: endProbe,
    };
  }

  #close(): void {
    this.#failures = 0;
    this.#openUntil = null;
    this.#openings = 0;
  }

  /** A call that began before the circuit opened says nothing new; only the probe may prolong the opening. */
  #fail(probe: boolean): void {
    this.#failures += 1;
    if (this.#openUntil !== null && !probe) return;
    if (!probe && this.#failures < this.#options.threshold) return;
    const openMs = Math.min(this.#options.openMs * 2 ** this.#openings, this.#options.maxOpenMs);
    this.#openUntil = this.#options.now() + openMs;
    this.#openings += 1;
  }
}
