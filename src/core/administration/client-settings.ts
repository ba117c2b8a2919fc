import type { ClientChange } from '#contract/admin.ts';
import type { Scope } from '#contract/closed-sets.ts';
import { defaultAgentSlug, limits } from '#contract/limits.ts';
import { perDimension } from '#contract/quota.ts';
import type { Client, OpenAiSettings } from '../clients/client.ts';
import {
  checkDefaultUser,
  checkModel,
  checkName,
  checkOrigins,
  checkProviders,
  checkUserHeader,
} from './client-checks.ts';

/** The settings of a client that an operator controls. */
export type ClientSettings = Pick<
  Client,
  | 'name'
  | 'subscriptionStatus'
  | 'dailyLimit'
  | 'userLimits'
  | 'deepDiveEnabled'
  | 'defaultAgent'
  | 'model'
  | 'providers'
  | 'scopes'
  | 'origins'
  | 'burstPerMinute'
  | 'concurrentTurns'
  | 'concurrentTurnsPerUser'
  | 'retentionDays'
  | 'knowledgeBytes'
  | 'showCost'
  | 'openAi'
>;

/** A change of settings; only the command line can change the scopes. */
export type SettingsChange = Omit<ClientChange, 'enabled'> & { readonly scopes?: readonly Scope[] };

/** The defaults of a new client. */
export function defaultSettings(slug: string, change: SettingsChange): ClientSettings {
  const subscriptionStatus = change.subscription_status ?? 'trial';
  return {
    name: slug,
    subscriptionStatus,
    dailyLimit: limits.defaultDailyLimit[subscriptionStatus],
    userLimits: perDimension(() => null),
    deepDiveEnabled: false,
    defaultAgent: defaultAgentSlug,
    model: null,
    providers: null,
    scopes: ['chat'],
    origins: [],
    burstPerMinute: null,
    concurrentTurns: null,
    concurrentTurnsPerUser: null,
    retentionDays: null,
    knowledgeBytes: limits.knowledgeBytes,
    showCost: false,
    openAi: { system: 'append', userHeader: null, defaultUser: null },
  };
}

/** The settings after a change whose shape is checked. Refuses values that are meaningless here. */
export function applySettings(
  now: ClientSettings,
  change: SettingsChange,
  providerIds: ReadonlySet<string>,
): ClientSettings {
  return {
    name: given(change.name, (name) => checkName(name, '/name'), now.name),
    subscriptionStatus: change.subscription_status ?? now.subscriptionStatus,
    dailyLimit: or(change.daily_limit, limitAfter(now, change)),
    userLimits: perDimension((name) => or(change.user_limits?.[name], now.userLimits[name])),
    deepDiveEnabled: change.deep_dive_enabled ?? now.deepDiveEnabled,
    defaultAgent: change.default_agent ?? now.defaultAgent,
    model: given(change.model, (model) => checkModel(model, '/model', providerIds), now.model),
    providers: given(change.providers, (ids) => checkProviders(ids, providerIds), now.providers),
    scopes: change.scopes === undefined ? now.scopes : [...new Set(change.scopes)],
    origins: given(change.origins, checkOrigins, now.origins),
    burstPerMinute: or(change.burst_per_minute, now.burstPerMinute),
    concurrentTurns: or(change.concurrent_turns, now.concurrentTurns),
    concurrentTurnsPerUser: or(change.concurrent_turns_per_user, now.concurrentTurnsPerUser),
    retentionDays: or(change.retention_days, now.retentionDays),
    knowledgeBytes: or(change.knowledge_bytes, now.knowledgeBytes),
    showCost: change.show_cost ?? now.showCost,
    openAi: openAiAfter(now.openAi, change),
  };
}

function openAiAfter(now: OpenAiSettings, change: SettingsChange): OpenAiSettings {
  return {
    system: change.openai_system ?? now.system,
    userHeader: given(change.openai_user_header, checkUserHeader, now.userHeader),
    defaultUser: given(change.openai_default_user, checkDefaultUser, now.defaultUser),
  };
}

/** A client that becomes active loses the default limit of a trial. */
function limitAfter(
  { subscriptionStatus, dailyLimit }: ClientSettings,
  change: SettingsChange,
): number | null {
  const { trial, active } = limits.defaultDailyLimit;
  const becomesActive = change.subscription_status === 'active' && subscriptionStatus !== 'active';
  return becomesActive && dailyLimit === trial ? active : dailyLimit;
}

/** Null is a value: it removes a limit. */
function or<T>(value: T | undefined, otherwise: T): T {
  return value === undefined ? otherwise : value;
}

function given<V, T>(value: V | undefined, check: (value: V) => T, otherwise: T): T {
  return value === undefined ? otherwise : check(value);
}
