import { perDimension } from '#contract/quota.ts';
import type { Agent, Client } from '#core/clients/client.ts';
import { newId } from '#core/shared/new-id.ts';
import { LiveTurn } from '#core/turn/live-turn.ts';
import { TextBudget } from '#core/turn/process/text-budget.ts';
import { brandAdmitted, type TurnFacts } from '#core/turn/turn.ts';

/** More than any test writes. */
export const ampleBudget = () => new TextBudget(1024 ** 3);

/** A turn as its process runs it, unknown to any database. */
export function buildLiveTurn(more: Partial<TurnFacts> = {}, budget = ampleBudget()): LiveTurn {
  return new LiveTurn(brandAdmitted({ ...facts, id: newId(), ...more }, client, assistant), budget);
}

const assistant: Agent = {
  slug: 'assistant',
  name: 'Assistant',
  instructions: 'Help.',
  model: null,
  deepDive: { model: null, effort: 'high', instructions: '' },
};

const client: Client = {
  id: 1,
  slug: 'partner',
  name: 'A partner',
  sourceApp: 'partner',
  enabled: true,
  subscriptionStatus: 'trial',
  dailyLimit: null,
  userLimits: perDimension(() => null),
  deepDiveEnabled: true,
  defaultAgent: assistant.slug,
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
  handoffKid: newId(),
  keyPrefix: 'parley_sk_test',
  previousKeyUntil: null,
  conversationsPrivate: false,
  modelLinks: false,
  usesEvents: false,
  version: 1,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  boundAgents: [],
  agents: new Map([[assistant.slug, assistant]]),
  toolAgents: [],
  documentedAgents: { client: new Set(), operator: new Set() },
  guidance: new Map(),
};

const facts: TurnFacts = {
  id: newId(),
  clientId: client.id,
  userId: 'user-1',
  conversationId: newId(),
  agentSlug: assistant.slug,
  kind: 'stream',
  lane: null,
  attempt: 1,
  messageId: newId(),
  userMessageId: newId(),
  priority: false,
  deepDive: false,
  onDisconnect: 'cancel',
  day: '2030-01-01',
  createdAt: new Date(0),
  prompt: 'A question',
  history: [],
  instructions: '',
};
