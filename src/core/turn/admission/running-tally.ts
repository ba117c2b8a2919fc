import type { Admission } from './admission.ts';
import type { ConversationFacts, RunningFacts } from './admission-facts.ts';
import { userNameOf } from './admission-names.ts';

const none: RunningFacts = { ofClient: 0, ofUser: 0 };

/** Counts the conversations with a running turn or a waiting stream, including those of the batch. */
export class RunningTally {
  readonly #facts: ReadonlyMap<string, RunningFacts>;
  readonly #ofClients = new Map<number, number>();
  readonly #ofUsers = new Map<string, number>();

  constructor(facts: ReadonlyMap<string, RunningFacts>) {
    this.#facts = facts;
  }

  /** The count without the request's own conversation, whose slot it takes over. */
  beside(request: Admission, conversation: ConversationFacts | null): RunningFacts {
    const user = userNameOf(request);
    const stored = this.#facts.get(user) ?? none;
    const own = Number(conversation?.isUnderWay ?? false);
    return {
      ofClient: stored.ofClient + (this.#ofClients.get(request.owner.clientId) ?? 0) - own,
      ofUser: stored.ofUser + (this.#ofUsers.get(user) ?? 0) - own,
    };
  }

  add(request: Admission, conversation: ConversationFacts | null): void {
    if (request.kind === 'job' || conversation?.isUnderWay) return;
    const { clientId } = request.owner;
    const user = userNameOf(request);
    this.#ofClients.set(clientId, (this.#ofClients.get(clientId) ?? 0) + 1);
    this.#ofUsers.set(user, (this.#ofUsers.get(user) ?? 0) + 1);
  }
}
