import fc from 'fast-check';
import type { Admission } from '#core/turn/admission/admission.ts';
import { uuidOf } from '../database/stored-rows.ts';
import { buildAdmission, ownerIn } from '../world/factories.ts';
import type { StoredClient } from '../world/store-turn-state.ts';
import { agents, maybe, userOf } from './turn-state.ts';

export interface AdmissionState {
  readonly client: number;
  readonly user: number;
  readonly isStale: boolean;
  readonly signedIn: { readonly person: number; readonly session: number } | null;
  /** Its number among the client's. */
  readonly conversation: number | null;
  readonly isForeign: boolean;
  readonly asOwner: boolean;
  readonly isUnknown: boolean;
  readonly agent: number | null;
  readonly prompt: 'same' | 'other' | null;
  readonly kind: 'stream' | 'job';
  readonly priority: boolean;
  readonly deepDive: boolean;
  readonly retry: boolean;
  /** The place of the message that is replaced: a question, an answer, or none. */
  readonly replaces: number | null;
  readonly ifBusy: 'reject' | 'interrupt' | 'queue';
  readonly onDisconnect: 'cancel' | 'continue';
  readonly key: { readonly key: number; readonly hash: number } | null;
}

type Parts = { readonly [Part in keyof AdmissionState]: fc.Arbitrary<AdmissionState[Part]> };

/** Admissions without a reason to refuse them, except limits and the rest of the batch. */
const common: Parts = {
  client: fc.nat(1),
  user: fc.nat(2),
  isStale: fc.constant(false),
  signedIn: fc.constant(null),
  conversation: maybe(15, fc.nat(4)),
  isForeign: fc.constant(false),
  asOwner: fc.constant(true),
  isUnknown: fc.constant(false),
  agent: fc.constant(null),
  prompt: fc.constantFrom('same' as const, 'other' as const),
  kind: fc.constantFrom('stream' as const, 'job' as const),
  priority: fc.boolean(),
  deepDive: fc.boolean(),
  retry: fc.constant(false),
  replaces: fc.constant(null),
  ifBusy: fc.constantFrom('reject' as const, 'interrupt' as const, 'queue' as const),
  onDisconnect: fc.constantFrom('cancel' as const, 'continue' as const),
  /** Two in a batch may be the same. */
  key: maybe(25, fc.record({ key: fc.integer({ min: 3, max: 5 }), hash: fc.nat(1) })),
};
const signedIn = fc.record({ person: fc.nat(2), session: fc.nat(2) });
const knownKey = fc.record({ key: fc.nat(2), hash: fc.nat(1) });

/** The possible anomalies, one at a time, because two would hide each other. */
const oddities: readonly Partial<Parts>[] = [
  { isStale: fc.constant(true) },
  { signedIn },
  { signedIn: fc.nat(1).map((nth) => ({ person: nth, session: nth })) },
  { conversation: fc.constant(0) },
  { conversation: fc.nat(4), isForeign: fc.constant(true) },
  { conversation: fc.nat(4), asOwner: fc.constant(false) },
  { conversation: fc.nat(4), asOwner: fc.constant(false) },
  { conversation: fc.nat(4), isUnknown: fc.constant(true) },
  { conversation: fc.nat(4), agent: fc.nat(1) },
  { conversation: fc.nat(4), retry: fc.constant(true), prompt: fc.constantFrom('other' as const) },
  { conversation: fc.nat(4), retry: fc.constant(true), prompt: fc.constantFrom('same' as const, null) },
  { conversation: fc.nat(4), retry: fc.constant(true), prompt: fc.constant(null) },
  { conversation: fc.nat(4), replaces: fc.integer({ min: 1, max: 6 }) },
  { conversation: fc.nat(4), replaces: fc.constantFrom(1, 3), ifBusy: fc.constant('interrupt' as const) },
  { key: knownKey },
  { key: knownKey },
];

const ordinary = fc.record(common);
const odd = fc.oneof(...oddities.map((oddity) => fc.record({ ...common, ...oddity })));

/** Most batches have a few anomalies; all are large enough to be stored together. */
export const admissionStates: fc.Arbitrary<AdmissionState[]> = fc
  .constantFrom(0, 1, 1, 2, 4)
  .chain((weight) =>
    fc.array(fc.oneof({ weight: 8, arbitrary: ordinary }, { weight, arbitrary: odd }), {
      minLength: 5,
      maxLength: 14,
    }),
  );

/** An admission to a stored state, with ids derived from its position in the batch. */
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
      kind: state.kind,
      lane: state.priority ? 'priority' : 'standard',
      priority: state.priority,
      deepDive: state.deepDive,
      retry,
      replaces: replacedIn(target, state),
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

function replacedIn(target: { readonly id: string } | null, { replaces }: AdmissionState): string | null {
  return target === null || replaces === null ? null : uuidOf(target.id, 'message', replaces);
}

/** A new conversation always has an agent. */
function agentOf(state: AdmissionState, isFollowUp: boolean): string | null {
  if (state.agent === null) return isFollowUp ? null : agents[0];
  return agents[state.agent] ?? null;
}
