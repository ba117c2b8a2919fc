import { blockBytes } from '../answer-text.ts';

/** What one turn keeps in memory, in UTF-8 bytes. */
export interface HeldText {
  /** Not stored yet. */
  readonly unstored: number;
  /** Stored, and kept for readers. */
  readonly kept: number;
}

/** Less would pause turns that have next to nothing in memory. */
const smallestBytes = 1024 * 1024;

/** A turn's part of the budget. */
export interface TextShare {
  /** Whether there is room for more text of this turn; when there is none, `resume` is called once there is. */
  update(held: HeldText): boolean;
  /** Stored text beyond a block should leave memory. */
  isTight(): boolean;
  /** The turn has ended. */
  release(): void;
}

/**
 * The memory that the answers of one process may take together. A limit for each turn is not enough: hundreds of
 * readers that read nothing would fill the heap with text that waits for the database. Only unstored text pauses
 * providers, because it always leaves; stored text is kept as long as there is room for as much again.
 */
export class TextBudget {
  readonly #bytes: number;
  /** With a block for each turn that was resumed and has added nothing since. */
  #unstored = 0;
  #kept = 0;
  /** In the order in which they were refused. */
  readonly #waiting = new Set<Share>();

  /** `bytes` is the most unstored text, and as much again of stored text. */
  constructor(bytes: number) {
    this.#bytes = Math.max(bytes, smallestBytes);
  }

  /** `resume` says whether the turn gets more text now: another reason may still pause its provider. */
  open(resume: () => boolean): TextShare {
    const share: Share = { unstored: 0, kept: 0, resume };
    return {
      update: (held) => {
        this.#note(share, held);
        if (this.#unstored <= this.#bytes && !this.#waiting.has(share)) return true;
        this.#waiting.add(share);
        return false;
      },
      isTight: () => this.#kept > this.#bytes,
      release: () => {
        this.#waiting.delete(share);
        this.#note(share, { unstored: 0, kept: 0 });
      },
    };
  }

  #note(share: Share, { unstored, kept }: HeldText): void {
    this.#unstored += unstored - share.unstored;
    this.#kept += kept - share.kept;
    share.unstored = unstored;
    share.kept = kept;
    for (const next of this.#waiting) {
      if (this.#unstored + blockBytes > this.#bytes) return;
      this.#waiting.delete(next);
      if (!next.resume()) continue;
      this.#unstored += blockBytes;
      next.unstored += blockBytes;
    }
  }
}

interface Share {
  unstored: number;
  kept: number;
  readonly resume: () => boolean;
}
