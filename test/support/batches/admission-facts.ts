import { perDimension } from '#contract/quota.ts';
import type { Client } from '#core/clients/client.ts';
import type { Admission } from '#core/turn/admission/admission.ts';
import type {
  AdmissionFacts,
  ClientFacts,
  ConversationFacts,
  RunningFacts,
} from '#core/turn/admission/admission-facts.ts';
import { conversationNameOf, keyNameOf, userNameOf } from '#core/turn/admission/admission-names.ts';
import { isLimited } from '#core/turn/admission/is-limited.ts';
import { buildAdmission, ownerIn } from '../world/factories.ts';

const client: Client = {
  id: 7,
  slug: 'acme',
  name: 'Acme',
  sourceApp: 'acme',
  enabled: true,
  subscriptionStatus: 'active',
  dailyLimit: null,
  userLimits: perDimension(() => null),
  deepDiveEnabled: true,
  defaultAgent: 'assistant',
  model: null,
  providers: null,
  scopes: ['chat'],
  origins: [],
  burstPerMinute: null,
  concurrentTurns: null,
  concurrentTurnsPerUser: null,
  retentionDays: null,
  knowledgeBytes: null,
  showCost: false,
  openAi: { system: 'append', userHeader: null, defaultUser: null },
  handoffKid: 'kid',
  keyPrefix: 'parley_sk_test',
  previousKeyUntil: null,
  conversationsPrivate: false,
  modelLinks: false,
  usesEvents: false,
  version: 3,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  boundAgents: [],
  agents: new Map(),
  toolAgents: [],
  documentedAgents: { client: new Set(), operator: new Set() },
  guidance: new Map(),
};

/** A request of a user of the one client of these facts, as a stream in a new conversation. */
export function request(more: Partial<Admission> = {}, user = 'anna'): Admission {
  return buildAdmission(client, ownerIn(client, user), more);
}

export interface FactChanges {
  readonly client?: Partial<ClientFacts>;
  readonly conversation?: readonly [Admission, Partial<ConversationFacts>];
  readonly key?: readonly [Admission, { readonly requestHash?: string; readonly isExpired?: boolean }];
  readonly running?: RunningFacts;
  readonly used?: { readonly requests?: number; readonly priority?: number; readonly deep_dive?: number };
  readonly more?: Partial<AdmissionFacts>;
}

const nothing = perDimension(() => 0);

/** Facts that refuse nothing, except for the changes; the user is always anna. */
export function factsWith(changes: FactChanges = {}): AdmissionFacts {
  const facts: ClientFacts = { ...client, requests: 0, burst: null, ...changes.client };
  const anna = userNameOf(request());
  const { conversation, key, running, used } = changes;
  return {
    day: '2026-02-03',
    at: new Date('2026-02-03T12:00:00Z'),
    queueLength: 0,
    clients: new Map([[client.id, facts]]),
    held: new Set(),
    users: new Map(used ? [[anna, { ...nothing, ...used }]] : []),
    blocked: new Set(),
    conversations: new Map(
      conversation ? [[conversationNameOf(conversation[0]), { ...idle, ...conversation[1] }]] : [],
    ),
    keys: new Map(
      key
        ? [[keyNameOf(key[0]) ?? '', { turnId: 'turn-1', requestHash: 'hash', isExpired: false, ...key[1] }]]
        : [],
    ),
    signIns: new Map(),
    questions: new Map(),
    replaced: new Map(),
    listed: new Set(),
    actions: new Map(),
    running: new Map(running ? [[anna, running]] : []),
    ...changes.more,
  };
}

const idle: ConversationFacts = {
  agentSlug: 'assistant',
  isAgentAllowed: true,
  nextSeq: 5,
  busyTurnId: null,
  hasWaitingStream: false,
  isUnderWay: false,
};

/** Requests of a client whose turns are counted. */
export function counted(more: Partial<Admission> = {}, user?: string): Admission {
  return request(
    { isConcurrencyLimited: isLimited({ concurrentTurns: 1, concurrentTurnsPerUser: null }), ...more },
    user,
  );
}
