import { signal } from '@preact/signals';
import type { Static } from 'typebox';
import type { AdminClient, ClientChange } from '#contract/admin.ts';
import { perDimension } from '#contract/quota.ts';

/** The settings of a partner, each as the form holds it. */
export function limitFields(client: AdminClient) {
  return {
    name: signal(client.name),
    status: signal(client.subscription_status),
    dailyLimit: signal(written(client.daily_limit)),
    retention: signal(written(client.retention_days)),
    knowledge: signal(written(client.knowledge_bytes)),
    deepDive: signal(client.deep_dive_enabled),
    showCost: signal(client.show_cost),
    userLimits: perDimension((dimension) => signal(written(client.user_limits[dimension]))),
    burst: signal(written(client.burst_per_minute)),
    concurrent: signal(written(client.concurrent_turns)),
    concurrentPerUser: signal(written(client.concurrent_turns_per_user)),
    model: signal(client.model ?? ''),
    providers: signal(client.providers?.join(', ') ?? ''),
    systemMessages: signal(client.openai_system),
    userHeader: signal(client.openai_user_header ?? ''),
    defaultUser: signal(client.openai_default_user ?? ''),
  };
}

export type LimitFields = ReturnType<typeof limitFields>;
export type LimitSettings = ReturnType<typeof settingsIn>;

/** The settings that the fields say. */
export function settingsIn(fields: LimitFields) {
  const providers = fields.providers.value.split(/[\s,]+/).filter((id) => id !== '');
  return {
    name: fields.name.value,
    subscription_status: fields.status.value,
    daily_limit: read(fields.dailyLimit.value),
    retention_days: read(fields.retention.value),
    knowledge_bytes: read(fields.knowledge.value),
    deep_dive_enabled: fields.deepDive.value,
    show_cost: fields.showCost.value,
    user_limits: perDimension((dimension) => read(fields.userLimits[dimension].value)),
    burst_per_minute: read(fields.burst.value),
    concurrent_turns: read(fields.concurrent.value),
    concurrent_turns_per_user: read(fields.concurrentPerUser.value),
    model: fields.model.value.trim() || null,
    providers: providers.length === 0 ? null : providers,
    openai_system: fields.systemMessages.value,
    openai_user_header: fields.userHeader.value.trim() || null,
    openai_default_user: fields.defaultUser.value || null,
  };
}

/** Only what differs is sent: what another operator has changed meanwhile stays. */
export function changeBetween(
  { user_limits: limitsBefore, ...before }: LimitSettings,
  { user_limits: limitsAfter, ...after }: LimitSettings,
): { readonly change: Static<typeof ClientChange>; readonly count: number } {
  const settings = differing(before, after);
  const limits = differing(limitsBefore, limitsAfter);
  const limitCount = Object.keys(limits).length;
  return {
    change: limitCount === 0 ? settings : { ...settings, user_limits: limits },
    count: Object.keys(settings).length + limitCount,
  };
}

/**
 * Shows the daily limit that is stored after a change: a partner that becomes active loses that of a trial, unless the
 * reader has typed another one meanwhile. Returns what the form begins with from now on.
 */
export function takeStoredLimit(
  { dailyLimit }: LimitFields,
  sent: LimitSettings,
  { daily_limit: stored }: Pick<AdminClient, 'daily_limit'>,
): LimitSettings {
  if (read(dailyLimit.value) === sent.daily_limit) dailyLimit.value = written(stored);
  return { ...sent, daily_limit: stored };
}

function differing<T extends object>(before: T, after: T): Partial<T>;
function differing(before: object, after: object): object {
  const isNew = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(Reflect.get(before, name));
  return Object.fromEntries(Object.entries(after).filter(isNew));
}

function written(limit: number | null): string {
  return limit === null ? '' : String(limit);
}

/** Anything but a number is sent as it is: the service says what is wrong with it. */
function read(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}
