import { hostname, userInfo } from 'node:os';
import { text } from 'node:stream/consumers';
import { databaseName, requireDatabase } from '#app/named-database.ts';
import { openAdministration } from '#app/open-administration.ts';
import { version } from '#app/version.ts';
import { ConfigError, environmentWith, nearest, readConfig } from '#config';
import type { Principal } from '#core/operations/principal.ts';
import { performAs } from './ask.ts';
import { type Command, type Outcome, type Tools, UsageError } from './command.ts';
import { commands } from './commands/index.ts';
import { inCommand } from './field-names.ts';
import { type Globals, parseGlobals, parseInput } from './parse-arguments.ts';
import { type Refusal, refusalOf } from './refusal.ts';
import { usageLine, usageText } from './usage-text.ts';

/** The database that the command has opened; null until then. */
interface Reached {
  database: string | null;
}

/** Runs one command of the operator. Resolves with the exit code: 0 done, 1 refused, 2 wrong usage. */
export async function run(argv: readonly string[]): Promise<number> {
  const globals = parseGlobals(argv);
  const { json, words } = globals;
  if (isHelp(words)) {
    const usage = usageText(commands, words);
    return print({ json: { ok: true, usage }, text: usage }, null, json);
  }
  if (words.length === 1 && words[0] === '--version') {
    return print({ json: { ok: true, version }, text: version }, null, json);
  }
  const reached: Reached = { database: null };
  try {
    const outcome = await runCommand(globals, reached);
    return print(outcome, reached.database, json);
  } catch (error) {
    const usage = error instanceof UsageError ? { usage: usageLine(commands, words) } : {};
    return refuse({ ...refusalOf(error), ...usage }, reached.database, json);
  }
}

async function runCommand({ words, envFile, problem }: Globals, reached: Reached): Promise<Outcome> {
  if (problem !== null) throw new UsageError(problem);
  const { command, rest } = findCommand(words);
  const input = parseInput(command, rest);
  try {
    const config = readConfig(envFile === null ? undefined : environmentWith(envFile));
    return await command.run(input, toolsFor(config, reached));
  } catch (error) {
    if (command.name !== 'doctor' || !(error instanceof ConfigError)) throw inCommand(command, error);
    return misconfigured(error);
  }
}

/** The doctor reports problems of the configuration itself. */
function misconfigured({ problems }: ConfigError): Outcome {
  const checks = problems.map((detail) => ({ name: 'configuration', status: 'fail', detail }));
  return {
    json: { ok: false, code: 'checks_failed', checks },
    text: problems.map((problem) => `FAIL  configuration  ${problem}`).join('\n'),
  };
}

function findCommand(words: readonly string[]): { command: Command; rest: readonly string[] } {
  for (const length of [3, 2, 1]) {
    const name = words.slice(0, length).join(' ');
    const command = commands.find((candidate) => candidate.name === name);
    if (command !== undefined) return { command, rest: words.slice(length) };
  }
  throw new UsageError(explainUnknown(words));
}

function explainUnknown([noun, ...rest]: readonly string[]): string {
  if (noun === undefined) return 'a command is missing';
  if (noun === 'serve') return `serve takes no argument ${rest[0] ?? '--json'}`;
  const verbs = commands.filter(({ name }) => name.startsWith(`${noun} `));
  if (rest.length > 0 || verbs.length === 0) {
    const words = [noun, ...rest.slice(0, 1)];
    const meant = meantCommand(
      commands.map(({ name }) => name),
      words,
    );
    return `there is no command ${words.join(' ')}${meant === null ? '' : `: did you mean ${meant}?`}`;
  }
  return `${noun} needs one of ${verbs.map(({ name }) => name.slice(noun.length + 1)).join(', ')}`;
}

function toolsFor(config: Tools['config'], reached: Reached): Tools {
  const actsOnDatabase = () => {
    reached.database = databaseName(config);
  };
  return {
    config,
    readStandardInput: async () => (await text(process.stdin)).replace(/\r?\n$/, ''),
    actsOnDatabase,
    noticesOfModel: async (model) => (await loadDiagnosis()).modelNotices(config, model),
    noticesOfPrice: async (model) => (await loadDiagnosis()).priceNotices(config, model),
    onWait: (forWhat) => console.error(`parley: ${forWhat}`),
    administer: async (work) => {
      await requireDatabase(config);
      actsOnDatabase();
      await using administration = await openAdministration(config);
      return await work(performAs(administration, operator), administration);
    },
  };
}

/** It asks providers as the service does, and loads everything that this needs. */
function loadDiagnosis() {
  return import('#app/diagnose-providers.ts');
}

function isHelp(words: readonly string[]): boolean {
  return words.includes('--help') || words.includes('-h') || words[0] === 'help';
}

/** What others call these verbs. */
const verbs: Readonly<Record<string, string>> = {
  ...{ ls: 'list', get: 'show', info: 'show', add: 'create', new: 'create' },
  ...{ edit: 'update', set: 'update', rm: 'delete', remove: 'delete' },
};

/** The command that these words probably mean, a noun and a verb in either order; null where none is close. */
function meantCommand(names: readonly string[], [first = '', second]: readonly string[]): string | null {
  if (second === undefined) return nearest(first, names) ?? listOf(names, first);
  const inOrder = (noun: string, verb: string) => nearest(`${noun} ${verbs[verb] ?? verb}`, names);
  return inOrder(first, second) ?? inOrder(second, first);
}

/** `clients` alone asks for the list. */
function listOf(names: readonly string[], noun: string): string | null {
  const lists = names.filter((name) => name.endsWith(' list'));
  const nouns = lists.map((name) => name.replace(/ list$/, ''));
  const meant = nearest(noun, nouns);
  return meant === null ? null : `${meant} list`;
}

/**
 * Anyone who can run commands on the database may do everything; the audit log names the machine and the user.
 */
const operator: Principal = {
  channel: 'cli',
  actor: { kind: 'operator-cli', by: `${systemUser()}@${hostname()}` },
  role: 'owner',
};

/** The name is missing where the machine has no entry for the user id, as in many containers. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid-${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Prints the result, and on which database (null: none). Resolves with the exit code. */
function print(outcome: Outcome, database: string | null, json: boolean): number {
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
function refuse(
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
