import type { Admission } from '#core/turn/admission/admission.ts';

/** Counts the admissions of a batch by what they share. The names are those of the SQL type `admission`. */
export class BatchCounts {
  readonly #counts = new Map<string, number>();

  /**
   * The ordinal of an admission among those of its kind, from 1; one that costs nothing extra repeats the number
   * before it.
   */
  add(admission: Admission) {
    const { client, user, conversation, key } = namesOf(admission);
    this.#next(`conversation ${conversation}`);
    this.#next(`key ${key}`);
    const isJob = admission.kind === 'job';
    if (isJob) this.#next('jobs');
    return {
      client_nth: this.#next(client),
      user_nth: this.#next(user),
      priority_nth: this.#next(`priority ${user}`, admission.priority),
      deep_dive_nth: this.#next(`deep dive ${user}`, admission.deepDive),
      lane_nth: this.#next(`${admission.kind} ${admission.lane} ${client}`),
    };
  }

  /** The totals of each kind, once all admissions are counted. */
  totals(admission: Admission) {
    const { client, user, conversation, key } = namesOf(admission);
    return {
      of_client: this.#of(client),
      of_user: this.#of(user),
      priority_of_user: this.#of(`priority ${user}`),
      deep_dive_of_user: this.#of(`deep dive ${user}`),
      of_conversation: this.#of(`conversation ${conversation}`),
      of_key: this.#of(`key ${key}`),
      jobs: this.#of('jobs'),
    };
  }

  #of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  #next(name: string, counts = true): number {
    const value = this.#of(name) + (counts ? 1 : 0);
    this.#counts.set(name, value);
    return value;
  }
}

function namesOf({ owner, kind, conversationId, newConversationId, idempotencyKey, turnId }: Admission) {
  const user = `user ${owner.clientId} ${owner.userId}`;
  return {
    client: `client ${owner.clientId}`,
    user,
    conversation: `${owner.clientId} ${conversationId ?? newConversationId}`,
    key: idempotencyKey === null ? turnId : `${user} ${kind} ${idempotencyKey}`,
  };
}
