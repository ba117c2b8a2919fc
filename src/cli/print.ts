import type { Outcome } from './command.ts';
import type { Refusal } from './refusal.ts';

/** Prints the result, and on which database (null: none). Resolves with the exit code. */
export function print(outcome: Outcome, database: string | null, json: boolean): number {
  const notices = outcome.notices ?? [];
  if (json) {
    const more = notices.length > 0 ? { notices } : {};
    console.log(JSON.stringify({ ...outcome.json, ...more, ...named(database) }));
  } else {
    console.log(outcome.text);
    for (const notice of notices) console.error(`parley: ${notice}`);
    printDatabase(database);
  }
  return outcome.json.ok ? 0 : 1;
}

/** Prints a refusal. */
export function refuse(
  { exitCode, ...refused }: Refusal & { readonly usage?: string },
  database: string | null,
  json: boolean,
): number {
  if (json) console.log(JSON.stringify({ ok: false, ...refused, ...named(database) }));
  console.error(`parley: ${refused.detail}`);
  if (refused.usage !== undefined) console.error(refused.usage);
  printDatabase(database);
  return exitCode;
}

function named(database: string | null) {
  return database === null ? {} : { database };
}

/** Prints to standard error, so that the output of a command can be piped. */
function printDatabase(database: string | null): void {
  if (database !== null) console.error(`Database: ${database}`);
}
