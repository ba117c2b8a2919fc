import { rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { makeFolder } from '../../test/support/machine/make-folder.ts';

const memoryFolder = '/dev/shm';

/** More than a run writes. */
const enoughBytes = 4 * 2 ** 30;

/**
 * A folder for all that a run writes: in memory where there is room, because hundreds of databases that live for a
 * second would otherwise keep the processors busy with the file system. Disposing of it removes it.
 */
export function openTestFolder() {
  const folder = makeFolder('parley-run-', hasRoom() ? memoryFolder : tmpdir());
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder);
    return bavail * bsize >= enoughBytes;
  } catch {
    return false;
  }
}
