export const ended = {
  title: 'What became of questions',
  note: 'Newest first, without their texts.',
  reference: 'Reference of a question',
  find: 'Find',
  which: 'Which',
  failed: 'Failed',
  all: 'All',
  none: 'Nothing has ended so.',
  statuses: { completed: 'Completed', failed: 'Failed', cancelled: 'Cancelled', expired: 'Expired' },
};
