import type { ProviderStatus } from '#contract/health.ts';

const statuses: Record<ProviderStatus, string> = {
  available: 'Works',
  degraded: 'Fails partly',
  unavailable: 'Down',
};

export const providerWords = {
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
