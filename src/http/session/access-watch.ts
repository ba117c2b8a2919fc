import type { ServerResponse } from 'node:http';
import type { EndedAccess } from '#core/identity/ended-access.ts';

/** Within a second of being revoked, access shows nothing more. */
const everyMs = 800;

/**
 * Cuts answers whose session or key ends while they are open: by sign-out, by an administrator, by a new key or key id.
 * The check at the start of a request cannot know that. All that is open in a process is checked in one statement.
 */
export class AccessWatch<Access> implements AsyncDisposable {
  readonly #store: EndedAccess<Access>;
  readonly #onError: (error: unknown) => void;
  readonly #open = new Map<ServerResponse, Access>();
  #timer: NodeJS.Timeout | null = null;
  #checking: Promise<void> = Promise.resolve();

  constructor(store: EndedAccess<Access>, onError: (error: unknown) => void) {
    this.#store = store;
    this.#onError = onError;
  }

  watch(response: ServerResponse, access: Access): void {
    // A reader may leave while the access is checked. A closed response emits no second 'close' that would remove it.
    if (response.destroyed) return;
    this.#open.set(response, access);
    response.once('close', () => this.#open.delete(response));
    this.#schedule();
  }

  /** A check is running or scheduled as long as an answer is open. */
  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#checking = this.#check();
    }, everyMs);
  }

  async #check(): Promise<void> {
    const open = [...this.#open];
    try {
      const ended = open.length === 0 ? [] : await this.#store.findEnded(open.map(([, access]) => access));
      for (const place of ended) {
        const response = open[place]?.[0];
        if (response !== undefined && mayBeCut(response)) response.destroy();
      }
    } catch (error) {
      this.#onError(error);
    }
    this.#timer = null;
    if (this.#open.size > 0) this.#schedule();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#open.clear();
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#checking;
  }
}

/**
 * A change decides for itself whether it is still allowed, and its answer says so: if it were cut before that, the
 * client would not learn the outcome.
 */
function mayBeCut({ headersSent, req }: ServerResponse): boolean {
  return headersSent || req.method === 'GET';
}
