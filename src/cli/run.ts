import { text } from 'node:stream/consumers';
import { openAdministration } from '#app/open-administration.ts';
import { version } from '#app/version.ts';
import { ConfigError, readConfig } from '#config';
import { type Command, type Outcome, type Tools, UsageError } from './command.ts';
import { commands } from './commands/index.ts';
import { parseInput } from './parse-arguments.ts';
import { type Refusal, refusalOf } from './refusal.ts';
import { usageText } from './usage-text.ts';

/** Runs one command of the operator. Resolves with the exit code: 0 done, 1 refused, 2 wrong usage. */
export async function run(argv: readonly string[]): Promise<number> {
  const json = argv.includes('--json');
  const words = argv.filter((word) => word !== '--json');
  if (isHelp(words)) {
    const usage = usageText(commands, words);
    return print({ json: { ok: true, usage }, text: usage }, json);
  }
  if (words.length === 1 && words[0] === '--version') {
    return print({ json: { ok: true, version }, text: version }, json);
  }
  try {
    return print(await runCommand(words), json);
  } catch (error) {
    if (error instanceof UsageError) console.error(`${usageText(commands, words)}\n`);
    return refuse(refusalOf(error), json);
  }
}

async function runCommand(words: readonly string[]): Promise<Outcome> {
  const { command, rest } = findCommand(words);
  const input = parseInput(command, rest);
  try {
    return await command.run(input, toolsFor(readConfig()));
  } catch (error) {
    if (command.name !== 'doctor' || !(error instanceof ConfigError)) throw error;
    return misconfigured(error);
  }
}

/** Mistakes in the configuration are what the doctor is asked for. */
function misconfigured({ mistakes }: ConfigError): Outcome {
  const checks = mistakes.map((detail) => ({ name: 'configuration', status: 'fail', detail }));
  return {
    json: { ok: false, code: 'checks_failed', checks },
    text: mistakes.map((mistake) => `FAIL  configuration  ${mistake}`).join('\n'),
  };
}

function findCommand(words: readonly string[]): { command: Command; rest: readonly string[] } {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const command = commands.find((candidate) => candidate.name === name);
    if (command !== undefined) return { command, rest: words.slice(length) };
  }
  throw new UsageError(whyNone(words));
}

function whyNone([noun, ...rest]: readonly string[]): string {
  if (noun === undefined) return 'a command is missing';
  if (noun === 'serve') return `serve does not know what ${rest[0]} is`;
  const verbs = commands.filter(({ name }) => name.startsWith(`${noun} `));
  if (rest.length > 0 || verbs.length === 0)
    return `there is no command ${[noun, ...rest.slice(0, 1)].join(' ')}`;
  return `${noun} needs one of ${verbs.map(({ name }) => name.slice(noun.length + 1)).join(', ')}`;
}

function toolsFor(config: Tools['config']): Tools {
  return {
    config,
    readStandardInput: async () => (await text(process.stdin)).replace(/\r?\n$/, ''),
    administer: async (work) => {
      await using administration = await openAdministration(config);
      return await work(administration);
    },
  };
}

function isHelp(words: readonly string[]): boolean {
  return words.includes('--help') || words.includes('-h') || words[0] === 'help';
}

function print(outcome: Outcome, json: boolean): number {
  console.log(json ? JSON.stringify(outcome.json) : outcome.text);
  return outcome.json.ok ? 0 : 1;
}

function refuse({ exitCode, ...refused }: Refusal, json: boolean): number {
  if (json) console.log(JSON.stringify({ ok: false, ...refused }));
  console.error(`parley: ${refused.detail}`);
  return exitCode;
}
