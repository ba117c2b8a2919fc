import fc from 'fast-check';
import type { Admission } from '#core/turn/turn-store.ts';
import { buildAdmission, ownerIn } from './factories.ts';
import type { StoredClient } from './store-turn-state.ts';
import { uuidOf } from './stored-rows.ts';
import { agents, maybe, userOf } from './turn-state.ts';

const sometimes = fc.nat(3).map((n) => n === 3);
const rarely = fc.nat(9).map((n) => n === 9);

/** What nothing speaks against, but for limits and what else is in the batch. */
const common = {
  client: fc.nat(1),
  user: fc.nat(2),
  isStale: fc.constant(false),
  signedIn: fc.constant(null),
  conversation: maybe(25, fc.nat(4)),
  /** Of another client, of another user, or of nobody. */
  isForeign: fc.constant(false),
  asOwner: fc.constant(true),
  isUnknown: fc.constant(false),
  agent: fc.constant(null),
  prompt: fc.constantFrom('same' as const, 'other' as const),
  door: fc.constantFrom('stream' as const, 'job' as const),
  priority: sometimes,
  deepDive: sometimes,
  retry: fc.constant(false),
  ifBusy: fc.constantFrom('reject' as const, 'interrupt' as const, 'queue' as const),
  onDisconnect: fc.constantFrom('cancel' as const, 'continue' as const),
  key: maybe(10, fc.record({ key: fc.nat(9), hash: fc.nat(1) })),
};
const rare = {
  ...common,
  isStale: rarely,
  signedIn: maybe(30, fc.record({ person: fc.nat(2), session: fc.nat(2) })),
  conversation: maybe(60, fc.nat(4)),
  isForeign: rarely,
  asOwner: rarely.map((not) => !not),
  isUnknown: rarely,
  agent: maybe(30, fc.nat(1)),
  prompt: fc.constantFrom('same' as const, 'other' as const, null),
  retry: sometimes,
  key: maybe(30, fc.record({ key: fc.nat(2), hash: fc.nat(1) })),
};

const commonAdmission = fc.record(common);
const rareAdmission = fc.record(rare);

type StateOf<T> = T extends fc.Arbitrary<infer State> ? State : never;
export type AdmissionState = StateOf<typeof commonAdmission | typeof rareAdmission>;

/** Most batches have a few that are out of the ordinary; all are large enough to be stored together. */
export const admissionStates: fc.Arbitrary<AdmissionState[]> = fc.constantFrom(0, 1, 2, 8).chain((weight) =>
  fc.array(fc.oneof({ weight: 8, arbitrary: commonAdmission }, { weight, arbitrary: rareAdmission }), {
    minLength: 5,
    maxLength: 14,
  }),
);

/** An admission to a stored state, with ids that follow from its place in the batch. */
export function buildStoredAdmission(
  state: AdmissionState,
  nth: number,
  clients: readonly StoredClient[],
  queueCapacity: number,
): Admission {
  const [own, other] = state.client === 0 ? clients : clients.toReversed();
  if (own === undefined || other === undefined) throw new Error('there are not two clients');
  const id = (name: string) => uuidOf(own.client.id, name, nth);
  const target = targetOf(state, state.isForeign ? other : own);
  const retry = state.retry && target !== null;
  const question = target?.question ?? 'A question';
  return buildAdmission(
    own.client,
    ownerIn(own.client, (state.asOwner && target?.userId) || userOf(state.user)),
    {
      clientVersion: own.client.version - Number(state.isStale),
      hostedUserId: state.signedIn && uuidOf(own.client.id, 'person', state.signedIn.person),
      sessionId: state.signedIn && `session-${state.signedIn.session}`,
      turnId: id('turn'),
      conversationId: target?.id ?? null,
      newConversationId: id('conversation of'),
      userMessageId: id('question'),
      messageId: id('answer'),
      agentSlug: agentOf(state, target !== null),
      prompt: state.prompt === 'same' ? question : state.prompt === null && retry ? null : 'Another question',
      door: state.door,
      lane: state.priority ? 'priority' : 'standard',
      priority: state.priority,
      deepDive: state.deepDive,
      retry,
      ifBusy: state.ifBusy,
      onDisconnect: state.onDisconnect,
      idempotencyKey: state.key && `key-${state.key.key}`,
      requestHash: state.key && `hash-${state.key.hash}`,
      processId: uuidOf('process'),
      queueCapacity,
    },
  );
}

function targetOf(state: AdmissionState, { conversations }: StoredClient) {
  if (state.conversation === null) return null;
  const known = conversations[state.conversation % conversations.length];
  return state.isUnknown || !known ? { id: uuidOf('nobody'), userId: userOf(0), question: '' } : known;
}

/** A new conversation always has an agent. */
function agentOf(state: AdmissionState, isFollowUp: boolean): string | null {
  if (state.agent === null) return isFollowUp ? null : agents[0];
  return agents[state.agent] ?? null;
}
