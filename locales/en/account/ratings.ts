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
  unanswered: {
    title: 'Unanswered questions',
    note: 'Questions of the last 30 days whose answers cite none of your documents, newest first. Every look at them is recorded under Security.',
    show: 'Show questions',
    none: 'Every answer of the last 30 days cites a document, or none was looked at.',
  },
  privacy: 'Private conversations',
  privacyNote:
    'Nobody but the people themselves then reads what they wrote: rated answers and unanswered questions are shown neither to administrators nor to your backend. The operator sees this choice and cannot change it.',
  keepPrivate: 'Keep conversations private',
  modelLinks: 'Make links of addresses that only the model wrote',
  modelLinksNote:
    'In answers from documents, other addresses are text: a link could carry what was read to a stranger.',
};
