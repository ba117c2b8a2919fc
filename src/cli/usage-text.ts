import type { Command } from './command.ts';

/** How the command line is written, one command a line. */
export function usageText(commands: readonly Command[]): string {
  const lines = commands.map((command) => `  parley ${signature(command)}\n      ${command.summary}`);
  return [
    'Usage: parley <command> [--json]',
    '',
    '  parley serve\n      Run the service',
    ...lines,
    '',
    'With --json a command prints one JSON object. Exit code: 0 done, 1 refused, 2 wrong usage.',
  ].join('\n');
}

function signature({ name, parameters, options }: Command): string {
  const shapes = Object.entries(options).map(([option, shape]) =>
    shape === null ? `[--${option}]` : `[--${option} ${shape}]`,
  );
  return [name, ...parameters.map((parameter) => `<${parameter}>`), ...shapes].join(' ');
}
