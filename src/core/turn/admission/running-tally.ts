import type { Admission } from './admission.ts';
import type { RunningFacts } from './admission-facts.ts';
import { conversationNameOf, userNameOf } from './admission-names.ts';

/** Counts conversations in which something runs, with those of the batch. */
export class RunningTally {
  readonly #conversations = new Set<string>();
  readonly #ofClients = new Map<number, number>();
  readonly #ofUsers = new Map<string, number>();

  /** How many run beside the conversation of the request, which holds its own place already. */
  beside(request: Admission, facts: RunningFacts): { runningOfClient: number; runningOfUser: number } {
    const { clientId } = request.owner;
    const user = userNameOf(request);
    const own = Number(this.#has(request, facts));
    return {
      runningOfClient: (facts.ofClients.get(clientId) ?? 0) + (this.#ofClients.get(clientId) ?? 0) - own,
      runningOfUser: (facts.ofUsers.get(user) ?? 0) + (this.#ofUsers.get(user) ?? 0) - own,
    };
  }

  add(request: Admission, facts: RunningFacts): void {
    if (request.door === 'job' || this.#has(request, facts)) return;
    const { clientId } = request.owner;
    const user = userNameOf(request);
    this.#conversations.add(conversationNameOf(request));
    this.#ofClients.set(clientId, (this.#ofClients.get(clientId) ?? 0) + 1);
    this.#ofUsers.set(user, (this.#ofUsers.get(user) ?? 0) + 1);
  }

  #has(request: Admission, facts: RunningFacts): boolean {
    const name = conversationNameOf(request);
    return facts.conversations.has(name) || this.#conversations.has(name);
  }
}
