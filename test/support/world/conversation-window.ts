import assert from 'node:assert/strict';
import type { Conversation } from '#contract/resources.ts';
import { bodyOf, type JobCaller } from './job-caller.ts';

/** A reader that goes on from the state that it has read last. */
export class ConversationWindow {
  readonly #caller: JobCaller;
  readonly #path: string;
  #etag = '';

  constructor(caller: JobCaller, path: string) {
    this.#caller = caller;
    this.#path = path;
  }

  async read(): Promise<Conversation> {
    return this.#taken(await this.#fetch({}));
  }

  /** The status alone, with the state that is known. */
  async status({ wait = 0 } = {}): Promise<number> {
    return (await this.#fetch({ wait, etag: this.#etag })).status;
  }

  /** What a change shows to the window, which waits for it longer than the test may last. */
  async after(change: () => Promise<unknown>): Promise<Conversation> {
    const waiting = this.#fetch({ wait: 30, etag: this.#etag });
    await change();
    return this.#taken(await waiting);
  }

  async #taken(response: Response): Promise<Conversation> {
    assert.equal(response.status, 200);
    this.#etag = response.headers.get('etag') ?? '';
    return bodyOf<Conversation>(response);
  }

  #fetch({ wait = 0, etag }: { wait?: number; etag?: string }): Promise<Response> {
    const headers: Record<string, string> = etag === undefined ? {} : { 'if-none-match': etag };
    return this.#caller.fetch(`${this.#path}?external_user_id=${this.#caller.user}&wait=${wait}`, {
      headers,
    });
  }
}
