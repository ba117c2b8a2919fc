import type { Command } from './command.ts';

/** How the commands that are meant are written, one command a line: those of a noun, or one, or all. */
export function usageText(commands: readonly Command[], words: readonly string[] = []): string {
  const all = [...commands, serve];
  const meant = all.filter(({ name }) => name === words.slice(0, 2).join(' ') || name === words[0]);
  const ofNoun = all.filter(({ name }) => name.startsWith(`${words[0]} `));
  const [shown = all] = [meant, ofNoun].filter(({ length }) => length > 0);
  return [
    'Usage: parley <command> [--json]',
    '',
    ...shown.map((command) => `  parley ${signature(command)}\n      ${command.summary}`),
    '',
    'With --json a command prints one JSON object. Exit code: 0 done, 1 refused, 2 wrong usage.',
  ].join('\n');
}

/** Stands for the service, which is started elsewhere. */
const serve = { name: 'serve', parameters: [], options: {}, summary: 'Run the service' } as const;

type Written = Pick<Command, 'name' | 'parameters' | 'options'>;

function signature({ name, parameters, options }: Written): string {
  const shapes = Object.entries(options).map(([option, shape]) =>
    shape === null ? `[--${option}]` : `[--${option} ${shape}]`,
  );
  return [name, ...parameters.map((parameter) => `<${parameter}>`), ...shapes].join(' ');
}
