import { variables } from '../src/config/variables.ts';
import { errorTable, turnErrorTable } from '../src/contract/errors.ts';

/** The tables of the guides that are made from the code. Each stands between two comments that name it. */
const tables: Readonly<Record<string, () => readonly string[]>> = {
  variables: () => [
    '| Variable | What it is | When it is unset |',
    '|---|---|---|',
    ...Object.values(variables).map(
      ({ name, about, otherwise }) => `| \`${name}\` | ${plain(about)} | ${plain(otherwise)} |`,
    ),
  ],
  errors: () => [
    '| Status | Code | Title | Retryable |',
    '|---|---|---|---|',
    ...Object.entries(errorTable)
      .sort(([, left], [, right]) => left.status - right.status)
      .map(
        ([code, { status, title, retryable }]) =>
          `| ${status} | \`${code}\` | ${title} | ${retryable ? 'yes' : 'no'} |`,
      ),
  ],
  'turn-errors': () => [
    '| Code | Title | Retryable |',
    '|---|---|---|',
    ...Object.entries(turnErrorTable).map(
      ([code, { title, retryable }]) => `| \`${code}\` | ${title} | ${retryable ? 'yes' : 'no'} |`,
    ),
  ],
};

/** The document with its tables brought up to date. A table that nobody makes is a mistake. */
export function withTables(document: string): string {
  return document.replace(
    /(<!-- table: ([\w-]+) -->\n)[\s\S]*?(?=<!-- end of table -->)/g,
    (_all, begin: string, name: string) => {
      const make = tables[name];
      if (make === undefined) throw new Error(`There is no table ${name}`);
      return `${begin}\n${make().join('\n')}\n\n`;
    },
  );
}

/** Angle brackets would be taken for HTML. */
function plain(text: string): string {
  return text.replaceAll('<', '\\<').replaceAll('|', '\\|');
}
