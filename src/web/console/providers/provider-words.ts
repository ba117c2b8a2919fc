import type { ProviderStatus } from '#contract/health.ts';

const statuses: Record<ProviderStatus, string> = {
  available: 'Works',
  degraded: 'Fails partly',
  unavailable: 'Down',
};

const prices = {
  title: 'Prices',
  note: 'Money for a million tokens, as you enter it. What was used costs what the prices of its day say.',
  empty: 'No price is set, so no cost is shown.',
  set: 'Set a price',
  confirm: 'Set',
  model: 'Model',
  modelHelp: (models: readonly string[]) =>
    models.length === 0 ? 'As <provider>/<model>.' : `As <provider>/<model>: ${models.join(', ')}.`,
  from: 'From (UTC day)',
  currency: 'Currency',
  input: 'Input',
  output: 'Output',
  cacheRead: 'Read from a cache',
  cacheWrite: 'Written to a cache',
  asInput: 'as input',
  moneyHelp: 'For a million tokens, such as 1.25. Empty prices of caches are the price of input.',
  amend: 'Change days that have begun',
  amendHelp: 'Costs that were shown before change. The reason is kept in the audit log.',
  reason: 'Reason',
};

export const providerWords = {
  prices,
  note: 'How the providers answered in the last 60 minutes.',
  empty: 'No provider is configured.',
  statuses,
  figures: (provider: string) => `Figures of ${provider}`,
  calls: 'Calls',
  failed: 'Failed',
  timeouts: 'Timed out',
  ofFailed: 'of the failed',
  slow: 'First text, p95',
  median: (time: string) => `median ${time}`,
  models: 'Models',
  wire: 'Protocol',
  share: (share: string) => `${share} of calls`,
  minutes: (calls: string, failed: string) => `Calls by minute: ${calls} in all, ${failed} failed.`,
  legendGood: 'answered',
  legendBad: 'failed',
  ago: '60 min ago',
  now: 'now',
  test: 'Test call',
  testing: 'Calling',
  works: (model: string, time: string) => `${model} answered in ${time}.`,
  doesNotWork: (model: string, time: string) => `${model} failed after ${time}.`,
};
