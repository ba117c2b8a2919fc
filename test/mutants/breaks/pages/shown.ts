import type { Break } from '../../break.ts';

const parser = ['test/web/event-parser.test.ts'];
const versions = ['test/web/replay.test.ts'];
const turns = ['test/web/turn.test.ts'];
const dates = ['test/web/text/dates.test.ts'];

export const shownBreaks: readonly Break[] = [
  {
    rule: 'A page keeps a line of a stream until the rest of it arrives',
    file: 'src/web/shared/api/event-parser.ts',
    replace: "rest = lines.pop() ?? '';",
    by: "rest = '';",
    tests: parser,
  },
  {
    rule: 'A comment in a stream is no event of a page',
    file: 'src/web/shared/api/event-parser.ts',
    replace: "if (event.data !== '') onEvent(event);",
    by: 'onEvent(event);',
    tests: parser,
  },
  {
    rule: 'Each version of a question is shown with all that stood behind it',
    file: 'src/web/chat/versions/replay.ts',
    replace: 'standing.slice(place);',
    by: 'standing.slice(place, place + 2);',
    tests: versions,
  },
  {
    rule: 'A version of a question is not shown with what stood behind the one before',
    file: 'src/web/chat/versions/replay.ts',
    replace: 'standing = place < 0 ? [] : standing.slice(0, place);',
    by: '',
    tests: versions,
  },
  {
    rule: 'Versions of other questions are no versions of this one',
    file: 'src/web/chat/versions/replay.ts',
    replace: 'if (versions.has(message.message_uuid)) setAside',
    by: 'if (versions.size > 0) setAside',
    tests: versions,
  },
  {
    rule: 'The latest answer of a question is shown first',
    file: 'src/web/chat/state/turn.ts',
    replace: 'Math.max(0, answers.length - 1)',
    by: '0 * answers.length',
    tests: turns,
  },
  {
    rule: 'A turn that a page of messages has cut in two is one again',
    file: 'src/web/chat/actions/join-earlier.ts',
    replace: 'last === undefined || last.uuid.value !== first.uuid.value',
    by: 'last === undefined || last.uuid.value !== null',
    tests: turns,
  },
  {
    rule: 'Conversations are grouped by the midnights since, not by hours',
    file: 'src/web/chat/sidebar/group-by-day.ts',
    replace: '(startOfDay(now) - startOfDay(moment))',
    by: '(now.getTime() - moment.getTime())',
    tests: dates,
  },
  {
    rule: 'A day on which the clocks change is one day in the list of conversations',
    file: 'src/web/chat/sidebar/group-by-day.ts',
    replace: 'Math.round((',
    by: 'Math.floor((',
    tests: dates,
  },
  {
    rule: 'A moment of another day names the day',
    file: 'src/web/shared/dates.ts',
    replace: 'sameDay ? time',
    by: 'sameDay || iso ? time',
    tests: dates,
  },
  {
    rule: 'No words of a page are left in English',
    file: 'src/web/shared/text/de/chat.ts',
    replace: "search: 'Unterhaltungen durchsuchen',",
    by: "search: 'Search conversations',",
    tests: ['test/web/text/catalogues.test.ts'],
  },
  {
    rule: 'No words of a page are longer than their place',
    file: 'src/web/shared/text/de/chat.ts',
    replace: "newChat: 'Neuer Chat',",
    by: "newChat: 'Eine neue Unterhaltung beginnen',",
    tests: ['test/web/text/catalogues.test.ts'],
  },
];
