export const ended = {
  title: 'What became of questions',
  note: 'Newest first, without their texts.',
  reference: 'Reference of a question',
  find: 'Find',
  which: 'Which',
  failed: 'Failed',
  all: 'All',
  none: 'No turn has ended like this.',
  statuses: { completed: 'Completed', failed: 'Failed', cancelled: 'Cancelled', expired: 'Expired' },
};
