import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The program to run: the built one, which starts in a third of the time, or the sources where it is missing or older
 * than one of them.
 *
 * @param {string} root
 */
export function chooseProgram(root) {
  const built = join(root, 'dist', 'program', 'main.js');
  const builtAt = statSync(built, { throwIfNoEntry: false })?.mtimeMs;
  return builtAt === undefined || isOlder(builtAt, root) ? join(root, 'src', 'main.ts') : built;
}

/**
 * @param {number} builtAt
 * @param {string} root
 */
function isOlder(builtAt, root) {
  const sources = globSync(
    [
      'package.json',
      'src/*.ts',
      'src/{adapters,app,cli,config,contract,core,http,main,wires,worker}/**/*.ts',
    ],
    {
      cwd: root,
    },
  );
  return sources.some((path) => statSync(join(root, path)).mtimeMs > builtAt);
}
