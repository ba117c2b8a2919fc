import type { Break } from '../../break.ts';

const reading = 'src/adapters/postgres/conversations/conversation-sql.ts';
const replaced = 'src/adapters/postgres/admissions/replaced-statements.ts';
const storing = 'src/adapters/postgres/admissions/store-turns.ts';
const endings = 'database/functions/8-endings.sql';
const options = 'src/core/turn/version-options.ts';
const flows = ['test/flows/answers/versions.test.ts'];
const stores = ['test/adapters/postgres/conversations/versions.test.ts'];
const jobs = ['test/flows/jobs/interrupt.test.ts'];
const retries = ['test/flows/answers/retry.test.ts'];

export const setAsideBreaks: readonly Break[] = [
  {
    rule: 'What is set aside is in no prompt',
    file: 'database/functions/2-history.sql',
    replace: 'live_parts(c.set_aside, p_before, 201)',
    by: "live_parts('{}', p_before, 201)",
    tests: flows,
  },
  {
    rule: 'What is set aside is read only by those who ask for it',
    file: reading,
    replace: "live_parts(case when $7 then '{}' else c.set_aside end, $4, $5)",
    by: "live_parts('{}', $4, $5)",
    tests: flows,
  },
  {
    rule: 'What is set aside takes no room in the context',
    file: reading,
    replace: 'live_parts(c.set_aside, c.next_seq, 200)',
    by: "live_parts('{}', c.next_seq, 200)",
    tests: flows,
  },
  {
    rule: 'An answer that comes when its question is set aside is not streamed to readers of the conversation',
    file: reading,
    replace: 'and ($7 or not t.answer_seq <@ c.set_aside)',
    by: '',
    tests: stores,
  },
  {
    rule: 'The turn of a question that is set aside is not the active one',
    file: reading,
    replace: "t.state = 'running'\n          and not t.answer_seq <@ c.set_aside)",
    by: "t.state = 'running')",
    tests: stores,
  },
  {
    rule: 'What is set aside is not counted any more',
    file: storing,
    replace: '- coalesce(r.messages, 0), set_aside',
    by: ', set_aside',
    tests: flows,
  },
  {
    rule: 'An answer that comes when its question is set aside is not counted',
    file: endings,
    replace: 'where not seq <@ v.set_aside)',
    by: ')',
    tests: flows,
  },
  {
    rule: 'The last answer, to which feedback goes, is none that is set aside',
    file: reading,
    replace: 'case when $4::uuid is null then not m.seq <@ conversation.set_aside else m.id = $4 end',
    by: '($4::uuid is null or m.id = $4)',
    tests: flows,
  },
  {
    rule: 'A question names the one that it has replaced',
    file: storing,
    replace: '(select r.question from r where r.turn_id = a.turn_id)',
    by: 'null::uuid',
    tests: flows,
  },
];

export const exportedBreaks: readonly Break[] = [
  {
    rule: 'An export says what is set aside',
    file: 'src/adapters/postgres/people/user-data-store.ts',
    replace: 'm.seq <@ v.set_aside as set_aside',
    by: 'false as set_aside',
    tests: ['test/flows/people/user-data.test.ts'],
  },
];

export const replacingBreaks: readonly Break[] = [
  {
    rule: 'A question is replaced once',
    file: replaced,
    replace: 'live_parts(v.set_aside, v.next_seq, null)',
    by: "live_parts('{}', v.next_seq, null)",
    tests: flows,
  },
  {
    rule: 'Only questions can be replaced',
    file: replaced,
    replace: "where m.id = a.question and m.role = 'user' limit 1",
    by: 'where m.id = a.question limit 1',
    tests: flows,
  },
  {
    rule: 'Only a question of the same conversation can be replaced',
    file: replaced,
    replace: 'and m.conversation_id = a.conversation_id\n          and m.seq >= p.first_seq',
    by: 'and m.seq >= p.first_seq',
    tests: flows,
  },
  {
    rule: 'What waits behind a replaced question is cancelled',
    file: endings,
    replace: "t.state = 'queued' and t.answer_seq <@ v.set_aside",
    by: "t.state = 'queued' and false",
    tests: jobs,
  },
  {
    rule: 'What waits before a replaced question stays',
    file: endings,
    replace: "t.state = 'queued' and t.answer_seq <@ v.set_aside",
    by: "t.state = 'queued' and t.answer_seq < v.next_seq - 1",
    tests: jobs,
  },
  {
    rule: 'A job that replaces a question does not queue behind it',
    file: 'src/core/turn/chat-request.ts',
    replace: "(kind === 'job' && version.replaces === null ? 'queue' : 'reject')",
    by: "(kind === 'job' ? 'queue' : 'reject')",
    tests: flows,
  },
  {
    rule: 'Asking to queue with a replaced question is a mistake',
    file: options,
    replace: "if (kind === 'job' && version !== 'replaces') return;",
    by: "if (kind === 'job') return;",
    tests: flows,
  },
  {
    rule: 'The question to replace is looked for before the conversation is busy',
    file: 'src/core/turn/admission/admission-rules.ts',
    replace: '  messageNotFound,\n  conversationBusy,',
    by: '  conversationBusy,\n  messageNotFound,',
    tests: ['test/flows/requests/check-order.test.ts'],
  },
  {
    rule: 'What follows a replaced question is judged by what it gave back',
    file: 'src/core/turn/admission/admission-tally.ts',
    replace: 'conversation?.hasWaitingStream || request.replaces !== null',
    by: 'conversation?.hasWaitingStream',
    tests: ['test/core/turn/admission/decide-admissions.test.ts'],
  },
  {
    rule: 'Jobs of yesterday are given back in the order of the locks',
    file: replaced,
    replace: 'order by u.client_id, u.day for update of u',
    by: '',
    tests: ['test/adapters/postgres/admissions/admission-store.test.ts'],
  },
  {
    rule: 'A batch does not wait for the locks of jobs of yesterday',
    file: replaced,
    replace: 'facts.held.add(client_id);',
    by: 'facts.held.delete(client_id);',
    tests: ['test/adapters/postgres/admissions/admission-store.test.ts'],
  },
];

export const versionBreaks: readonly Break[] = [
  {
    rule: 'A request asks for one version at most',
    file: options,
    replace: 'if (second !== undefined) {',
    by: "if (second === 'think_harder_retry') {",
    tests: retries,
  },
];
