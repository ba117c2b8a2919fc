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
  blockBody:
    'Waiting questions are cancelled and given back, running answers are cut. The user can still read.',
  wasBlocked: (user: string) => `${user} is blocked`,
  undo: 'Undo',
  unblock: 'Unblock',
  export: 'Export data',
  exportTitle: 'Export the data of this user?',
  exportBody:
    'The file holds every word that the user wrote and was answered. The partner sees in its audit log that you took it.',
  exported: 'The data is in your downloads',
  erase: 'Erase data',
  eraseTitle: 'Erase the data of this user?',
  eraseBody:
    'Conversations and feedback are deleted, counts stay without the name, and an account goes with them. It cannot be undone.',
  eraseRuns: 'The data is being erased. It goes on by itself, and the user stays blocked until it has ended.',
  erased: 'The data of this user is erased.',

  blockedList: 'Blocked users',
  noneBlocked: 'No user is blocked.',
  since: 'Since',
  show: 'Show',
  turns: 'What became of the last questions',
  noTurns: 'None of this user has ended yet.',
};
