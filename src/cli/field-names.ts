import { quotaDimensions } from '#contract/quota.ts';
import { ParleyError } from '#core/errors.ts';
import type { Command } from './command.ts';

/** Options that have another name than their field in a body. */
const optionNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    quotaDimensions.map((dimension) => [`user-limits-${dashed(dimension)}`, `user-${dashed(dimension)}`]),
  ),
  'subscription-status': 'subscription',
  'deep-dive-enabled': 'deep-dive',
  'default-agent': 'agent',
  'burst-per-minute': 'burst',
  'concurrent-turns': 'concurrent',
  'concurrent-turns-per-user': 'user-concurrent',
  instructions: 'instructions-file',
  'deep-dive-instructions': 'deep-dive-instructions-file',
  'overlap-seconds': 'overlap',
  'from-day': 'from',
  text: 'file',
};

/** A refusal as it reads at a shell, where fields are options and arguments and not places in a body. */
export function inCommand(command: Command, error: unknown): unknown {
  if (!(error instanceof ParleyError) || error.fields.length === 0) return error;
  const { code, fields } = error;
  const detail = fields.map((field) => `${nameIn(command, field.pointer)} ${field.detail}`).join('; ');
  return new ParleyError(code, detail, { fields, cause: error });
}

/** `/user_limits/requests` is `--user-requests`, and `/slug` is `<slug>`. */
function nameIn({ parameters, optional = [], options }: Command, pointer: string): string {
  const names = pointer.split(/[/?]/).filter((part) => part !== '' && !/^\d+$/.test(part));
  const name = dashed(names.join('-'));
  const argument = [...parameters, ...optional].find((candidate) => dashed(candidate) === name);
  if (argument !== undefined) return `<${argument}>`;
  const option = [optionNames[name] ?? name, name].find((candidate) => candidate in options);
  return option === undefined ? name.replaceAll('-', ' ') : `--${option}`;
}

function dashed(name: string): string {
  return name.replaceAll('_', '-');
}
