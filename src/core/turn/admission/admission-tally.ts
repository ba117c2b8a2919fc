import type { Admission } from './admission.ts';
import type { AdmissionFacts, BurstFacts, ClientFacts, UserFacts } from './admission-facts.ts';
import { conversationNameOf, keyNameOf, userNameOf } from './admission-names.ts';
import type { Situation } from './admission-rule.ts';
import type { TurnToStore } from './turn-to-store.ts';

const noUsage: UserFacts = { requests: 0, priority: 0, deepDive: 0 };

/** The facts of a batch, with what its own turns use up as they are admitted. */
export class AdmissionTally {
  readonly #facts: AdmissionFacts;
  readonly #requests = new Map<number, number>();
  readonly #users = new Map<string, UserFacts>();
  readonly #bursts = new Map<number, BurstFacts>();
  readonly #running = new RunningTally();
  /** Conversations and keys of turns that were admitted. */
  readonly #conversations = new Set<string>();
  readonly #keys = new Set<string>();
  /** Clients whose counts the facts no longer tell. */
  readonly #unsettled = new Set<number>();
  #isOrderChanged = false;
  #claimableJobs = 0;

  constructor(facts: AdmissionFacts) {
    this.#facts = facts;
  }

  /**
   * Whether the facts about a request are outdated by a turn of its own batch: one in the same conversation, one with
   * the same key, or one that interrupted. What an interruption gives back, and which jobs it moves in their order,
   * is known once it is stored.
   */
  hasChanged(request: Admission): boolean {
    const key = keyNameOf(request);
    return (
      this.#unsettled.has(request.owner.clientId) ||
      (this.#isOrderChanged && request.door === 'job') ||
      (key !== null && this.#keys.has(key)) ||
      (request.conversationId !== null && this.#conversations.has(conversationNameOf(request)))
    );
  }

  situationOf(request: Admission, client: ClientFacts): Situation {
    const { clientId } = request.owner;
    const { day, at, conversations, keys, signIns, questions, queueLength } = this.#facts;
    const key = keyNameOf(request);
    const user = this.#userOf(request);
    return {
      client,
      signIn: signIns.get(request.turnId) ?? null,
      conversation: conversations.get(conversationNameOf(request)) ?? null,
      key: (key !== null && keys.get(key)) || null,
      question: questions.get(request.turnId) ?? null,
      usage: {
        day,
        at,
        clientRequests: client.requests + (this.#requests.get(clientId) ?? 0),
        userRequests: user.requests,
        userPriority: user.priority,
        userDeepDive: user.deepDive,
      },
      burst: this.#bursts.get(clientId) ?? client.burst,
      ...this.#running.beside(request, this.#facts.running),
      queueLength: queueLength + this.#claimableJobs,
    };
  }

  add(turn: TurnToStore, situation: Situation): void {
    const { request, usage } = turn;
    const { clientId } = request.owner;
    this.#requests.set(clientId, usage.clientRequests - situation.client.requests);
    this.#users.set(userNameOf(request), {
      requests: usage.userRequests,
      priority: usage.userPriority,
      deepDive: usage.userDeepDive,
    });
    this.#bursts.set(clientId, {
      requests: (situation.burst?.requests ?? 0) + 1,
      retryAfterSeconds: situation.burst?.retryAfterSeconds ?? 60,
    });
    this.#running.add(request, this.#facts.running);
    if (turn.isClaimable) this.#claimableJobs += 1;
    this.#noteChanges(turn, situation);
  }

  #noteChanges({ request, interrupts }: TurnToStore, { conversation }: Situation): void {
    if (request.conversationId !== null) this.#conversations.add(conversationNameOf(request));
    const key = keyNameOf(request);
    if (key !== null) this.#keys.add(key);
    if (!interrupts) return;
    this.#isOrderChanged = true;
    if (conversation?.hasWaitingStream) this.#unsettled.add(request.owner.clientId);
  }

  #userOf(request: Admission): UserFacts {
    const name = userNameOf(request);
    return this.#users.get(name) ?? this.#facts.users.get(name) ?? noUsage;
  }
}
