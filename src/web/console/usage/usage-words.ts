import type { SeriesKey } from '#contract/console/screens.ts';
import type { SeriesMeasure } from '../charts/series-of.ts';

const keys: Record<SeriesKey, string> = { day: 'All', model: 'Model', agent: 'Agent', client: 'Partner' };
const measures: Record<SeriesMeasure, string> = {
  turns: 'Turns',
  tokens: 'Tokens',
  failed: 'Failed',
  first_text_ms: 'First text',
};

export const usageWords = {
  note: 'What the partners used, by UTC day.',
  partner: 'Partner (slug)',
  allPartners: 'All partners',
  span: 'Days shown',
  spans: { 7: '7 days', 30: '30 days', 90: '90 days' },
  split: 'Split by',
  keys,
  measure: 'What to show',
  measures,
  ofPartner: (slug: string) => `of ${slug}`,
  empty: 'Nothing was used on these days.',
  totals: 'Sums of these days',
  share: 'Share',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  input: 'Tokens in',
  cacheRead: 'Read from cache',
  cacheWrite: 'Written to cache',
  output: 'Tokens out',
  calls: 'Calls',
  callsWithoutTokens: 'Without tokens',
  cost: 'Cost',
  costOf: (money: string) => `Cost of these days: ${money}.`,
  month: 'Month',
  monthTitle: 'Costs by partner',
  monthNote: 'Tokens of the month times the prices of each day, by UTC days.',
  monthEmpty: 'No model was called in this month.',
  allOfMonth: 'All partners',
  firstText: 'First text',
  average: 'on average',
  day: 'Day (UTC)',
  key: 'Name',
};
