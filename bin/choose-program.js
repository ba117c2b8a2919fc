import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Folders of `src` that the browser gets: the program is not made of them. */
const others = ['launcher', 'sdk', 'web'];

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
 * Looks at 800 files before every start and every command, so it makes no list of them and matches no patterns.
 *
 * @param {number} builtAt
 * @param {string} root
 */
function isOlder(builtAt, root) {
  if (statSync(join(root, 'package.json')).mtimeMs > builtAt) return true;
  return holdsNewer(builtAt, join(root, 'src'), others) || holdsNewer(builtAt, join(root, 'locales'));
}

/**
 * @param {number} builtAt
 * @param {string} folder
 * @param {readonly string[]} without
 * @returns {boolean}
 */
function holdsNewer(builtAt, folder, without = []) {
  return readdirSync(folder, { withFileTypes: true }).some((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return !without.includes(entry.name) && holdsNewer(builtAt, path);
    return path.endsWith('.ts') && statSync(path).mtimeMs > builtAt;
  });
}
