import { readFileSync } from 'node:fs';
import type { TSchema } from 'typebox';
import { eventTable } from '#contract/events/event-log.ts';
import { heldTables } from '../src/adapters/postgres/people/held-tables.ts';
import { type Family, families } from '../src/adapters/telemetry/families.ts';
import { allVariables } from '../src/config/variables.ts';
import { errorTable, turnErrorTable } from '../src/contract/errors.ts';
import { namedWires, variablesOf } from '../src/wires/registry.ts';
import { versionedAddress, type Wire } from '../src/wires/wire.ts';

/** The tables of the guides that are generated from the code. Each stands between two comments that name it. */
const tables: Readonly<Record<string, () => readonly string[]>> = {
  variables: () => [
    '| Variable | What it is | When it is unset |',
    '|---|---|---|',
    ...allVariables.map(
      ({ name, about, otherwise }) => `| \`${name}\` | ${plain(about)} | ${plain(otherwise)} |`,
    ),
  ],
  metrics: () => [
    '| Family | Kind | Labels | What it measures |',
    '|---|---|---|---|',
    ...Object.values<Family>(families).map(({ name, kind, labels, perClient, help }) => {
      const named = [...labels, ...(perClient ? ['(client)'] : [])].join(', ');
      return `| \`${name}\` | ${kind} | ${named || '–'} | ${help} |`;
    }),
  ],
  wires: () => [
    '| Wire | Variables | Address | Asked for |',
    '|---|---|---|---|',
    ...namedWires.map(({ name, wire }) => {
      const { apiKey, baseUrl } = variablesOf(wire.vendor ?? name);
      const variables = wire.vendor === undefined ? [apiKey, baseUrl] : [apiKey];
      const shown = variables.map((variable) => `\`${variable}\``).join(', ');
      return `| \`${name}\` | ${shown} | \`${wire.address}\` | \`${askedFor(wire)}\` |`;
    }),
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
  events: () => [
    '| Type | When | Members of `data` |',
    '|---|---|---|',
    ...Object.entries(eventTable).map(
      ([type, { about, data }]) => `| \`${type}\` | ${about} | ${membersOf(data)} |`,
    ),
  ],
  'held-data': () => [
    '| Table | What it holds about people | For how long | After an erasure |',
    '|---|---|---|---|',
    ...heldRows(),
  ],
  'turn-errors': () => [
    '| Code | Title | Retryable |',
    '|---|---|---|',
    ...Object.entries(turnErrorTable).map(
      ([code, { title, retryable }]) => `| \`${code}\` | ${title} | ${retryable ? 'yes' : 'no'} |`,
    ),
  ],
};

const afterErasure = {
  none: 'unchanged',
  with: 'nothing',
  begun: 'the user of requests that name none is removed',
  delete: 'nothing',
  rewrite: 'under a pseudonym',
} as const;

/** Tables with something of a person come first, in the order of an erasure. */
function heldRows(): readonly string[] {
  const schema = readFileSync(new URL('../database/schema.sql', import.meta.url), 'utf8');
  const comments = schema.matchAll(/^-- ([^;\n]+); (.+)\ncreate table (\w+) /gm);
  const about = new Map(
    [...comments].map(([, holds = '', lasts = '', table = '']) => [table, { holds, lasts }]),
  );
  const told = heldTables.map(({ table, erasure }) => {
    const { holds = '', lasts = '' } = about.get(table) ?? {};
    about.delete(table);
    return `| \`${table}\` | ${holds} | ${lasts} | ${afterErasure[erasure.kind]} |`;
  });
  const plain = [...about].map(
    ([table, { holds, lasts }]) => `| \`${table}\` | nothing: ${holds} | ${lasts} | |`,
  );
  return [...told, ...plain];
}

/** The document with its tables brought up to date. A table that no generator knows is an error. */
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

function membersOf(data: Readonly<Record<string, TSchema>>): string {
  return Object.entries(data)
    .map(([name, schema]) => `\`${name}\`: ${'description' in schema ? schema.description : ''}`)
    .join('; ');
}

/** The address to which a wire sends a prompt, without the query. */
function askedFor(wire: Wire): string {
  const path = wire.path({ model: 'MODEL', instructions: { stable: '', personal: '' }, messages: [] });
  const below = versionedAddress('', wire) + path.replace(/\?.*/, '').replace('MODEL', '<model>');
  return `<address>${below}`;
}

/** Angle brackets would be taken for HTML. */
function plain(text: string): string {
  return text.replaceAll('<', '\\<').replaceAll('|', '\\|');
}
