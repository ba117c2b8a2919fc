import { DatabaseUnavailable } from '../errors.ts';

/** One that a prompt offered. */
export interface UsedDocument {
  readonly corpus: number;
  readonly id: string;
}

export interface UsedDocumentStore {
  /** Notes that they were used just now. One that is being changed may be left out. */
  markUsed(documents: readonly UsedDocument[]): Promise<void>;
}

export interface UsedDocumentsOptions {
  readonly store: UsedDocumentStore;
  readonly onError: (what: string, error: unknown) => void;
}

/** How exact `used_at` is: no turn waits for it, and a document that every prompt has is written this often. */
const everyMs = 60_000;

/** Gathers which documents prompts have offered, and stores that once a minute and at the end. */
export class UsedDocuments implements AsyncDisposable {
  readonly #options: UsedDocumentsOptions;
  #documents = new Map<string, UsedDocument>();
  #last = performance.now();
  #running: Promise<void> = Promise.resolve();

  constructor(options: UsedDocumentsOptions) {
    this.#options = options;
  }

  note(corpus: number, id: string): void {
    this.#documents.set(`${corpus} ${id}`, { corpus, id });
  }

  /** Called often. */
  runIfDue(): void {
    if (performance.now() - this.#last >= everyMs) this.#running = this.#store();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#running;
    await this.#store();
  }

  async #store(): Promise<void> {
    this.#last = performance.now();
    if (this.#documents.size === 0) return;
    const documents = [...this.#documents.values()];
    this.#documents = new Map();
    try {
      await this.#options.store.markUsed(documents);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) this.#options.onError('noting used documents', error);
    }
  }
}
