import type { Break } from '../break.ts';

const statements = 'src/adapters/postgres/conversations/conversation-sql.ts';
const update = ['test/core/conversations/update-conversation.test.ts'];

export const conversationBreaks: readonly Break[] = [
  {
    rule: 'A change of a conversation leaves alone what it does not name',
    file: statements,
    replace: 'pinned = coalesce($5, c.pinned)',
    by: 'pinned = coalesce($5, false)',
    tests: update,
  },
  {
    rule: 'A list leaves out what is archived',
    file: statements,
    replace: "listSql('not c.archived')",
    by: "listSql('true')",
    tests: update,
  },
  {
    rule: 'A change of a conversation names at least one',
    file: 'src/core/conversations/update-conversation.ts',
    replace: 'if (title === undefined && pinned === undefined && archived === undefined)',
    by: 'if (pinned === null)',
    tests: update,
  },
];
