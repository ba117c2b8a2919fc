export const ratings = {
  title: 'Ratings',
  note: 'What people thought of the answers, newest first. Every look at them is recorded under Security.',
  which: 'Which ratings',
  all: 'All',
  up: 'Good',
  down: 'Not good',
  show: 'Show ratings',
  none: 'Nobody has rated an answer like this yet.',
  texts: 'Question and answer',
  noQuestion: 'The question is no longer stored.',
  privacy: 'Private conversations',
  privacyNote:
    'Nobody but the people themselves then reads what they wrote: rated answers are shown neither to administrators nor to your backend. The operator sees this choice and cannot change it.',
  keepPrivate: 'Keep conversations private',
};
