import type { Break } from '../../break.ts';

const tests = ['test/web/text/counts.test.ts'];
const texts = 'src/web/shared/text';

export const countBreaks: readonly Break[] = [
  {
    rule: 'Arabic has a form of its own for two',
    file: `${texts}/ar/chat.ts`,
    replace: "two: 'أطول بحرفين',",
    by: '',
    tests,
  },
  {
    rule: 'The form of a number is that of the language that is asked for',
    file: 'src/contract/languages/plural.ts',
    replace: 'Intl.PluralRules(language)',
    by: "Intl.PluralRules('en')",
    tests,
  },
  {
    rule: 'English has one character too long, and two characters',
    file: `${texts}/en/chat.ts`,
    replace: 'over === 1',
    by: 'over < 1',
    tests,
  },
  {
    rule: 'In French none is singular',
    file: `${texts}/fr/later.ts`,
    replace: "plural('fr', count,",
    by: "plural('es', count,",
    tests,
  },
  {
    rule: 'What was found once is said in the singular',
    file: `${texts}/it/later.ts`,
    replace: "{ one: 'trovata', other: 'trovate' }",
    by: "{ other: 'trovate' }",
    tests,
  },
  {
    rule: 'Counts of more than a thousand have the separators of the language',
    file: `${texts}/de/later.ts`,
    replace: 'formatNumber(count)} gefunden',
    by: 'count} gefunden',
    tests,
  },
  {
    rule: 'A place in the queue has the separators of the language',
    file: `${texts}/ja/chat.ts`,
    replace: 'formatNumber(position)} 番目',
    by: 'position} 番目',
    tests,
  },
  {
    rule: "Numbers have the reader's own form of the page's language",
    file: 'src/web/shared/text/format.ts',
    replace: 'own ?? lang',
    by: 'lang',
    tests,
  },
  {
    rule: "Numbers have the page's language where the browser has another",
    file: 'src/web/shared/text/format.ts',
    replace: 'tag === lang || ',
    by: 'tag.length > 0 || ',
    tests,
  },
  {
    rule: 'Arabic pages write the digits that answers and readers write',
    file: 'src/web/shared/text/format.ts',
    replace: "numberingSystem: 'latn'",
    by: '',
    tests,
  },
  {
    rule: 'A wait of one minute is said in the singular',
    file: 'src/contract/languages/passwords/it.ts',
    replace: 'minutes === 1',
    by: 'minutes === 0',
    tests,
  },
];
