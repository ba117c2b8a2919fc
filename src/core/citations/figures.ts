import type { Range } from '#contract/citations/code-ranges.ts';
import { type Language, languages } from '#contract/languages/languages.ts';

/** A number of a text, however it is written. */
export interface Figure extends Range {
  /** What another text must have to say the same. */
  readonly needs: string;
  /** What it says: a month is also its number, and a number of a date may be a month. */
  readonly gives: readonly string[];
}

/** A digit of any script, as long as one UTF-16 unit, so that places stay. */
const otherDigit = /(?![0-9])\p{Nd}/gu;

/** Year, month and day, or day, month and year. */
const date =
  /(?<!\d)(?:(\d{4})([-/.])(\d{1,2})\2(\d{1,2})|(\d{1,2})([-/.])(\d{1,2})\6(\d{4}|\d{2}))(?!\d|[-/.]\d)/y;
/** With signs between groups of three digits, of one kind; or with one before its decimals. */
const number =
  /[1-9]\d{0,2}(?:([.,'’٬\u00a0\u2009\u202f ])\d{3}(?:\1\d{3})*)(?!\d)(?:[.,٫]\d+)?|\d+(?:[.,٫]\d+)*/y;
const groupSigns = /['’٬\u00a0\u2009\u202f ]/g;

/** The numbers of a text, in their order. Dates are their numbers, and a month beside one is another. */
export function figuresIn(text: string): readonly Figure[] {
  const plain = text.replace(otherDigit, asDigit);
  const found: Figure[] = [];
  for (let from = plain.search(/\d/); from !== -1; ) {
    const [figures, to] = readAt(plain, from);
    found.push(...figures);
    const next = plain.slice(to).search(/\d/);
    from = next === -1 ? -1 : to + next;
  }
  return found.length === 0 ? found : found.concat(monthsIn(plain));
}

function asDigit(sign: string): string {
  const point = sign.codePointAt(0) ?? 0;
  if (sign.length > 1) return sign;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) value += 1;
  return String(value);
}

function readAt(text: string, from: number): readonly [readonly Figure[], number] {
  date.lastIndex = from;
  const day = date.exec(text);
  if (day !== null) {
    const to = from + day[0].length;
    return [figuresOfDate(day, { from, to }), to];
  }
  number.lastIndex = from;
  const found = number.exec(text)?.[0] ?? text.charAt(from);
  const key = keyOf(found);
  const to = from + found.length;
  return [[{ from, to, needs: key, gives: [key] }], to];
}

function figuresOfDate(found: RegExpExecArray, range: Range): Figure[] {
  const [, isoYear, , isoMonth = '', isoDay = '', first = '', sign, second = '', lastYear = ''] = found;
  const plain = (digits: string): Figure => ({ ...range, needs: bare(digits), gives: [bare(digits)] });
  const month = (digits: string): Figure => ({
    ...range,
    needs: monthKey(bare(digits)),
    gives: [bare(digits), monthKey(bare(digits))],
  });
  if (isoYear !== undefined) return [plain(isoYear), month(isoMonth), plain(isoDay)];
  if (sign === '.') return [plain(first), month(second), plain(lastYear)];
  // Which of the two is the month differs between countries.
  const either = (digits: string): Figure => ({ ...month(digits), needs: bare(digits) });
  return [either(first), either(second), plain(lastYear)];
}

/** Digits without signs of groups, and without zeros that say nothing. What has more signs is no number: a version. */
function keyOf(written: string): string {
  const signed = written.replace(groupSigns, '').replaceAll('٫', '.');
  const [whole = '', ...rest] = signed.split(/[.,]/);
  const last = rest.at(-1);
  if (last === undefined) return bare(whole);
  const hasOneSign = new Set(signed.replace(/\d/g, '')).size === 1;
  const groups = hasOneSign ? rest : rest.slice(0, -1);
  const isGrouped = /^[1-9]\d{0,2}$/.test(whole) && groups.every(({ length }) => length === 3);
  if (isGrouped && hasOneSign) return bare(whole + rest.join(''));
  if (isGrouped || rest.length === 1) return decimal(whole + groups.slice(0, rest.length - 1).join(''), last);
  return [whole, ...rest].join('.');
}

function decimal(whole: string, decimals: string): string {
  const significant = decimals.replace(/0+$/, '');
  return significant === '' ? bare(whole) : `${bare(whole)}.${significant}`;
}

function bare(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '');
}

function monthKey(digits: string): string {
  return `month ${digits}`;
}

/** The name of a month counts beside a number only: some are words, too. */
function monthsIn(text: string): Figure[] {
  known ??= readMonths();
  const { numbers, besideNumber } = known;
  return [...text.matchAll(besideNumber)].map((found) => {
    const name = found[0].toLowerCase();
    const month = String(numbers.get(name) ?? '');
    const [from, to] = [found.index, found.index + name.length];
    return { from, to, needs: monthKey(month), gives: [monthKey(month), month] };
  });
}

/** Read with the first text: the names in all languages would be a part of every start. */
let known: ReturnType<typeof readMonths> | undefined;

function readMonths() {
  const numbers = namesOfMonths(languages);
  const anyName = [...numbers.keys()].sort((one, other) => other.length - one.length).join('|');
  const besideNumber = new RegExp(
    `(?<=\\d(?:st|nd|rd|th|er|[.ºª])?\\s(?:of\\s|de\\s|d[’'])?)(?:${anyName})(?![\\p{L}\\p{M}])|(?<![\\p{L}\\p{M}])(?:${anyName})(?=[.,]?\\s\\d)`,
    'giu',
  );
  return { numbers, besideNumber };
}

/** As dates are written with words, long and short. */
function namesOfMonths(tags: readonly Language[]): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  for (const tag of tags) {
    for (const length of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(tag, { day: 'numeric', month: length, timeZone: 'UTC' });
      for (let month = 0; month < 12; month += 1) {
        const parts = format.formatToParts(Date.UTC(2024, month, 15));
        const name =
          parts
            .find(({ type }) => type === 'month')
            ?.value.toLowerCase()
            .replace(/\.$/, '') ?? '';
        if (/^\p{L}[\p{L}\p{M}]+$/u.test(name) && !names.has(name)) names.set(name, month + 1);
      }
    }
  }
  return names;
}
