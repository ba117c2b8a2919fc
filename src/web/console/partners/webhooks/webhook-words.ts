import type { DeliveryState } from '#contract/webhooks.ts';

const states: Record<DeliveryState, string> = {
  pending: 'On its way',
  delivered: 'Delivered',
  failed: 'Failed',
};

export const webhookWords = {
  title: 'Webhooks',
  note: 'Addresses that events are sent to, each with a signature. Events never contain texts.',
  empty: 'No address receives events yet.',
  hidden: 'Your role does not see webhooks.',
  address: 'Address',
  all: 'All events',
  state: 'State',
  action: 'Action',
  enabled: 'Enabled',
  disabled: 'Disabled',
  failing: 'Failing',
  reasons: { gone: 'it answered 410', failing: 'it failed for five days' } as Readonly<
    Record<string, string>
  >,

  add: 'Add webhook',
  addTitle: 'New webhook',
  addHelp: 'Public https addresses only.',
  types: 'Events (separated by commas)',
  typesHelp: 'Empty: all.',
  description: 'Description',
  secretTitle: 'Signing secret',
  secretNote: 'The receiver verifies signatures with it. It is shown only once.',

  test: 'Send test',
  tested: 'A test event is on its way',
  enable: 'Enable',
  disable: 'Disable',
  disableTitle: 'Disable this webhook?',
  disableBody: 'Nothing is delivered to it until it is enabled. What it misses can be replayed.',
  rotate: 'Rotate secret',
  rotateTitle: 'Rotate the signing secret?',
  rotateBody: 'Both secrets sign for a day, so that the receiver can switch to the new one.',
  replay: 'Replay missed',
  replayTitle: 'Send missed events again?',
  replayBody: 'Everything of the last 24 hours that this address has not accepted.',
  replayed: (count: string) => `${count} events will be sent again`,
  remove: 'Delete',
  removeTitle: 'Delete this webhook?',
  removeBody: (url: string) => `${url} receives no more events, and its deliveries are deleted.`,

  deliveries: 'Deliveries',
  showDeliveries: 'Show deliveries',
  noDeliveries: 'Nothing was delivered yet.',
  event: 'Event',
  states,
  tries: 'Tries',
  answer: 'Answer',
  at: 'When',
  retry: 'Send again',
  retried: 'The event will be sent again',
};
