import type { Admission } from './admission.ts';
import type { AdmissionFacts } from './admission-facts.ts';
import type { Unadmitted } from './admission-rule.ts';
import { admissionRules } from './admission-rules.ts';
import { AdmissionTally } from './admission-tally.ts';
import { type TurnToStore, turnToStore } from './turn-to-store.ts';

export type Verdict =
  | { readonly kind: 'admitted'; readonly turn: TurnToStore }
  | { readonly kind: 'unadmitted'; readonly result: Unadmitted }
  /** Another transaction holds its client's row, so a batch of that client alone decides it. */
  | { readonly kind: 'held' }
  /** An earlier turn of the batch has changed the facts about it, so the next batch decides it. */
  | { readonly kind: 'later' };

/**
 * Decides a batch in order of arrival: one verdict each, counting what the batch itself uses up. It is pure, so that
 * it can run between two statements while the facts are locked.
 */
export function decideAdmissions(facts: AdmissionFacts, batch: readonly Admission[]): Verdict[] {
  const tally = new AdmissionTally(facts);
  return batch.map((request) => decide(request, facts, tally));
}

function decide(request: Admission, facts: AdmissionFacts, tally: AdmissionTally): Verdict {
  const { clientId } = request.owner;
  if (facts.held.has(clientId)) return { kind: 'held' };
  if (tally.hasChanged(request)) return { kind: 'later' };
  const client = facts.clients.get(clientId);
  if (client === undefined) return { kind: 'unadmitted', result: { status: 'stale' } };
  const situation = tally.situationOf(request, client);
  for (const rule of admissionRules) {
    const result = rule(request, situation);
    if (result !== null) return { kind: 'unadmitted', result };
  }
  const turn = turnToStore(request, situation);
  tally.add(turn, situation);
  return { kind: 'admitted', turn };
}
