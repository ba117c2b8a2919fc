import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from './check.ts';

/** A check made by a command: its whole output is the problem when it does not exit with 0. */
export function toolCheck(name: string, root: string, command: string, args: readonly string[]): Check {
  return {
    name,
    find: async () => {
      const { code, output } = await runCommand(root, command, args);
      return code === 0 ? [] : [output.trim() || `${command} ended with exit code ${code}`];
    },
  };
}

/** A check made by one of our own scripts. */
export function scriptCheck(name: string, root: string, script: string, ...args: readonly string[]): Check {
  return toolCheck(name, root, process.execPath, [script, ...args]);
}

/** The command as installed in node_modules, wherever the caller's PATH points. */
export function installedTool(root: string, name: string): string {
  const path = join(root, 'node_modules', '.bin', name);
  if (!existsSync(path)) throw new Error(`${name} is not installed: run npm ci`);
  return path;
}

function runCommand(
  root: string,
  command: string,
  args: readonly string[],
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}
