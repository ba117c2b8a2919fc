import type { Command } from './command.ts';

/** The usage of the matching commands, one per line: those of a noun, or one, or all. */
export function usageText(commands: readonly Command[], words: readonly string[] = []): string {
  const { one, ofNoun } = meant(commands, words);
  const [shown = [...commands, serve]] = [one, ofNoun].filter(({ length }) => length > 0);
  return [
    'Usage: parley <command> [--json] [--env-file F]',
    '',
    ...shown.map((command) => `  parley ${signature(command)}\n      ${command.summary}`),
    '',
    'With --json a command prints one JSON object. --env-file reads the settings of the service.',
    'Exit code: 0 done, 1 refused, 2 wrong usage.',
  ].join('\n');
}

/** The line shown after an error: the usage of the intended command, or the verbs of its noun. */
export function usageLine(commands: readonly Command[], words: readonly string[]): string {
  const { one, noun, ofNoun } = meant(commands, words);
  const [command] = one;
  if (command !== undefined) return `Usage: parley ${shortSignature(command)}`;
  const verbs = new Set(ofNoun.map(({ name }) => name.slice(noun.length + 1).split(' ')[0]));
  if (verbs.size > 0) return `Usage: parley ${noun} ${[...verbs].join('|')}; parley ${noun} --help has more`;
  return 'Usage: parley <command>; parley --help lists them';
}

/** A placeholder for the service, which is started elsewhere. */
const serve = { name: 'serve', parameters: [], options: {}, summary: 'Run the service' } as const;
const longestLine = 120;

type Written = Pick<Command, 'name' | 'parameters' | 'optional' | 'options' | 'summary'>;

function meant(commands: readonly Command[], words: readonly string[]) {
  const all: readonly Written[] = [...commands, serve];
  const [first, second, third] = [1, 2, 3].map((length) => words.slice(0, length).join(' '));
  const below = (noun = '') => all.filter(({ name }) => name.startsWith(`${noun} `));
  const noun = below(second).length > 0 ? second : first;
  return {
    one: all.filter(({ name }) => name === third || name === second || name === first),
    noun: noun ?? '',
    ofNoun: below(noun),
  };
}

function shortSignature(command: Written): string {
  const whole = signature(command);
  if (whole.length <= longestLine) return whole;
  return `${[command.name, ...argumentsOf(command)].join(' ')} [options]; parley ${command.name} --help lists them`;
}

function signature(command: Written): string {
  const shapes = Object.entries(command.options).map(([option, shape]) =>
    shape === null ? `[--${option}]` : `[--${option} ${shape}]`,
  );
  return [command.name, ...argumentsOf(command), ...shapes].join(' ');
}

function argumentsOf({ parameters, optional = [] }: Written): string[] {
  return [...parameters.map(bracketed), ...optional.map((name) => `[${bracketed(name)}]`)];
}

function bracketed(parameter: string): string {
  return `<${parameter}>`;
}
