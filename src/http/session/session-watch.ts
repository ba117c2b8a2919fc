import type { ServerResponse } from 'node:http';
import type { Visitor } from '#core/identity/caller.ts';
import type { OpenSession, OpenSessionStore } from '#core/sign-in/open-session.ts';

const everyMs = 2_000;

/**
 * Cuts answers whose session ends while they stream: by sign-out, by an administrator, or by a new key id. The check
 * at the start of a request cannot know that. All sessions of a process are checked in one statement.
 */
export class SessionWatch implements AsyncDisposable {
  readonly #store: OpenSessionStore;
  readonly #onError: (error: unknown) => void;
  readonly #open = new Map<ServerResponse, OpenSession>();
  #timer: NodeJS.Timeout | null = null;
  #checking: Promise<void> = Promise.resolve();

  constructor(store: OpenSessionStore, onError: (error: unknown) => void) {
    this.#store = store;
    this.#onError = onError;
  }

  watch(response: ServerResponse, { client, hostedUserId, sessionId }: Visitor): void {
    // A reader may leave while the session is checked. A closed response emits no second 'close' that would remove it.
    if (response.destroyed) return;
    const loginSessionId = hostedUserId === null ? null : sessionId;
    this.#open.set(response, { clientId: client.id, handoffKid: client.handoffKid, loginSessionId });
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
      const ended = open.length === 0 ? [] : await this.#store.findEnded(open.map(([, session]) => session));
      for (const place of ended) open[place]?.[0].destroy();
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
