import type { ClientChange } from '#contract/admin.ts';
import { type Scope, scopes, subscriptionStatuses, systemMessageModes } from '#contract/closed-sets.ts';
import { limits } from '#contract/limits.ts';
import { perDimension, type QuotaDimension, quotaDimensions } from '#contract/quota.ts';
import type { Input, OptionShape } from '../command.ts';
import { listed, listedOf, numberOrNone, omitUndefined, oneOf, onOrOff } from '../option-values.ts';

/** The options of `client create` and `client update`. */
export const clientOptions = {
  name: 'N',
  subscription: subscriptionStatuses.join('|'),
  'daily-limit': 'N|none',
  ...Object.fromEntries(quotaDimensions.map((dimension) => [userLimitOption(dimension), 'N|none'])),
  'deep-dive': 'on|off',
  scopes: scopes.join(','),
  agent: 'SLUG',
  burst: 'N|none',
  concurrent: 'N|none',
  'user-concurrent': 'N|none',
  'retention-days': 'N|none',
  'knowledge-bytes': 'N|none',
  'show-cost': 'on|off',
  'openai-system': systemMessageModes.join('|'),
  'openai-user-header': 'NAME|none',
  'openai-default-user': 'ID|none',
  model: 'PROVIDER/MODEL|none',
  origins: 'URL,URL|none',
  providers: 'a,b|all',
} satisfies OptionShape;

/** `user-deep-dive`: the most that one user may use of it on a day. */
function userLimitOption(dimension: QuotaDimension): string {
  return `user-${dimension.replaceAll('_', '-')}`;
}

type SettingsOptions = Omit<ClientChange, 'enabled'> & { scopes?: Scope[] };

/** Maps the options to the change that a REST call would carry, plus the scopes. */
export function readClientOptions(input: Input): SettingsOptions {
  const userLimits = omitUndefined(
    perDimension((dimension) => numberOrNone(input, userLimitOption(dimension), 0)),
  );
  const change: SettingsOptions = omitUndefined({
    name: input.option('name'),
    subscription_status: oneOf(input, 'subscription', subscriptionStatuses),
    daily_limit: numberOrNone(input, 'daily-limit', 0),
    user_limits: userLimits,
    deep_dive_enabled: onOrOff(input, 'deep-dive'),
    default_agent: input.option('agent'),
    model: unless(input.option('model'), 'none', null),
    providers: input.option('providers') === 'all' ? null : listed(input, 'providers'),
    scopes: listedOf(input, 'scopes', scopes),
    origins: input.option('origins') === 'none' ? [] : listed(input, 'origins'),
    burst_per_minute: numberOrNone(input, 'burst', 1),
    concurrent_turns: numberOrNone(input, 'concurrent', 1),
    concurrent_turns_per_user: numberOrNone(input, 'user-concurrent', 1),
    retention_days: numberOrNone(input, 'retention-days', 1, limits.retentionDays),
    knowledge_bytes: numberOrNone(input, 'knowledge-bytes', 0),
    show_cost: onOrOff(input, 'show-cost'),
    openai_system: oneOf(input, 'openai-system', systemMessageModes),
    openai_user_header: unless(input.option('openai-user-header'), 'none', null),
    openai_default_user: unless(input.option('openai-default-user'), 'none', null),
  });
  return change;
}

function unless<T, F>(value: T, word: T, otherwise: F): T | F {
  return value === word ? otherwise : value;
}
