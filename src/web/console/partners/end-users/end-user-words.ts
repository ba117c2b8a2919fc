export const endUserWords = {
  title: 'End users',
  note: 'Look one up by the identity that the partner gives, or hu:<uuid> for a person who signs in. What they write is never shown.',
  identity: 'External user id',
  lookUp: 'Look up',
  unknown: 'Nothing is stored under this identity.',

  usedToday: (name: string) => `${name} today`,
  conversations: 'Conversations',
  orMore: (count: string) => `${count} or more`,
  lastMessage: 'Last message',
  never: 'None',
  blocked: 'Blocked',
  erasing: 'Being erased',

  block: 'Block',
  blockTitle: 'Block this user?',
  blockBody: (user: string) =>
    `Waiting questions of ${user} are cancelled and refunded, and running answers are cut off. The user can still read.`,
  wasBlocked: (user: string) => `${user} is blocked`,
  undo: 'Undo',
  unblock: 'Unblock',
  export: 'Export data',
  exportTitle: 'Export the data of this user?',
  exportBody: (user: string) =>
    `The file contains everything that ${user} wrote and every answer. The partner’s audit log records that you exported it.`,
  exported: 'The data is in your downloads',
  erase: 'Erase data',
  eraseTitle: 'Erase the data of this user?',
  eraseBody:
    'Conversations, feedback and any account are deleted; counts are kept without the name. This cannot be undone.',
  eraseRuns:
    'The data is being erased. This continues in the background, and the user stays blocked until it is done.',
  erased: 'The data of this user was erased.',

  blockedList: 'Blocked users',
  noneBlocked: 'No user is blocked.',
  since: 'Since',
  show: 'Show',
  turns: 'What became of the last questions',
  noTurns: 'No question of this user has ended yet.',
};
