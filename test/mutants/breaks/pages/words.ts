import type { Break } from '../../break.ts';

const german = ['test/browser/languages/no-english.test.ts'];
const letters = ['test/flows/hosted/languages.test.ts'];

export const wordsBreaks: readonly Break[] = [
  {
    rule: 'A refused field is told in the words of the page',
    file: 'src/web/account/state/words-for-failure.ts',
    replace: "mistakes.map(wordsForMistake).join(' ')",
    by: "mistakes.map(({ detail }) => detail).join(' ')",
    tests: german,
  },
  {
    rule: 'A finding of a checked page is told in the words of the page',
    file: 'src/web/account/embedding/findings.tsx',
    replace: 'return Object.hasOwn(findings, reason) ?',
    by: 'return Object.hasOwn(findings, detail) ?',
    tests: german,
  },
  {
    rule: 'Why a delivery has failed is told in the words of the page',
    file: 'src/web/account/webhooks/deliveries.tsx',
    replace: 'wordsForAttempt(code)',
    by: 'error',
    tests: german,
  },
  {
    rule: 'A change is told in the words of the page',
    file: 'src/web/account/security/describe-entry.ts',
    replace: 'wordIn(members, member) ?? member',
    by: 'member',
    tests: german,
  },
  {
    rule: 'A refusal without words of its own is not told in those of the service',
    file: 'src/web/chat/actions/handle-failure.ts',
    replace: 'wordsForCode(problem.code) ?? text.problems.unexpected',
    by: 'wordsForCode(problem.code) ?? problem.detail',
    tests: german,
  },
  {
    rule: 'A disabled webhook is told in the language of each administrator',
    file: 'src/app/events/start-webhooks.ts',
    replace: 'language ?? languages[0]',
    by: 'languages[0]',
    tests: letters,
  },
  {
    rule: 'The letter that tries the mail server is in the language that is asked for',
    file: 'src/core/operations/mail-operations.ts',
    replace: 'body.language ?? languages[0]',
    by: 'languages[0]',
    tests: letters,
  },
];
