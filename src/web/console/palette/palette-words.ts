import type { FoundKind } from '#contract/console/found.ts';

const kinds: Record<FoundKind, string> = {
  turn: 'Question',
  request: 'Request',
  conversation: 'Conversation',
  user: 'End user',
  account: 'Person who signs in',
  event: 'Event',
  webhook: 'Webhook',
  process: 'Process',
  change: 'Change',
};

export const paletteWords = {
  label: 'A screen, a partner, or any id',
  results: 'Results',
  screen: 'Screen',
  partner: 'Partner',
  kinds,
  looking: 'Looking',
  nothing: 'Nothing has this name or id.',
  found: (count: number) => (count === 1 ? '1 result' : `${count} results`),
};
