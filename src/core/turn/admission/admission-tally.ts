import { type PerDimension, perDimension } from '#contract/quota.ts';
import type { Admission } from './admission.ts';
import type { AdmissionFacts, BurstFacts, ClientFacts } from './admission-facts.ts';
import { conversationNameOf, keyNameOf, userNameOf } from './admission-names.ts';
import type { Situation } from './admission-rule.ts';
import { RunningTally } from './running-tally.ts';
import type { TurnToStore } from './turn-to-store.ts';

const noUsage = perDimension(() => 0);

/** The facts of a batch, updated with what its own turns use up as they are admitted. */
export class AdmissionTally {
  readonly #facts: AdmissionFacts;
  readonly #requests = new Map<number, number>();
  readonly #users = new Map<string, PerDimension<number>>();
  readonly #bursts = new Map<number, BurstFacts>();
  readonly #running: RunningTally;
  /** Conversations and keys of the turns admitted so far. */
  readonly #conversations = new Set<string>();
  readonly #keys = new Set<string>();
  /** Clients whose counts are no longer those of the facts. */
  readonly #unsettled = new Set<number>();
  #isOrderChanged = false;
  #claimableJobs = 0;

  constructor(facts: AdmissionFacts) {
    this.#facts = facts;
    this.#running = new RunningTally(facts.running);
  }

  /**
   * Whether a turn of the same batch has made the facts about a request stale: one in the same conversation, one with
   * the same key, or one that interrupted. The refunds of an interruption, and the jobs whose places it changes, are
   * known only once it is stored.
   */
  hasChanged(request: Admission): boolean {
    const key = keyNameOf(request);
    return (
      this.#unsettled.has(request.owner.clientId) ||
      (this.#isOrderChanged && request.kind === 'job') ||
      (key !== null && this.#keys.has(key)) ||
      (request.conversationId !== null && this.#conversations.has(conversationNameOf(request)))
    );
  }

  situationOf(request: Admission, client: ClientFacts): Situation {
    const { clientId } = request.owner;
    const {
      day,
      at,
      blocked,
      conversations,
      keys,
      signIns,
      questions,
      replaced,
      listed,
      actions,
      queueLength,
    } = this.#facts;
    const key = keyNameOf(request);
    const conversation = conversations.get(conversationNameOf(request)) ?? null;
    return {
      client,
      signIn: signIns.get(request.turnId) ?? null,
      isBlocked: blocked.has(userNameOf(request)),
      conversation,
      key: (key !== null && keys.get(key)) || null,
      question: questions.get(request.turnId) ?? null,
      replacedSeq: replaced.get(request.turnId) ?? null,
      isListed: listed.has(request.turnId),
      action: actions.get(request.turnId) ?? null,
      usage: {
        day,
        at,
        clientRequests: client.requests + (this.#requests.get(clientId) ?? 0),
        user: this.#userOf(request),
      },
      burst: this.#bursts.get(clientId) ?? client.burst,
      running: this.#running.beside(request, conversation),
      queueLength: queueLength + this.#claimableJobs,
    };
  }

  add(turn: TurnToStore, situation: Situation): void {
    const { request, usage } = turn;
    const { clientId } = request.owner;
    this.#requests.set(clientId, usage.clientRequests - situation.client.requests);
    this.#users.set(userNameOf(request), usage.user);
    this.#bursts.set(clientId, {
      requests: (situation.burst?.requests ?? 0) + 1,
      retryAfterSeconds: situation.burst?.retryAfterSeconds ?? 60,
    });
    this.#running.add(request, situation.conversation);
    if (turn.isClaimable) this.#claimableJobs += 1;
    this.#noteChanges(turn, situation);
  }

  #noteChanges({ request, interrupts }: TurnToStore, { conversation }: Situation): void {
    if (request.conversationId !== null) this.#conversations.add(conversationNameOf(request));
    const key = keyNameOf(request);
    if (key !== null) this.#keys.add(key);
    if (!interrupts) return;
    this.#isOrderChanged = true;
    if (conversation?.hasWaitingStream || request.replaces !== null)
      this.#unsettled.add(request.owner.clientId);
  }

  #userOf(request: Admission): PerDimension<number> {
    const name = userNameOf(request);
    return this.#users.get(name) ?? this.#facts.users.get(name) ?? noUsage;
  }
}
