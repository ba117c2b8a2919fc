import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A new folder, named `prefix` and six characters, that every user may enter but not list. The system makes it for its
 * owner alone; the PostgreSQL of root, where user namespaces are not allowed, is another user's and has to get through.
 */
export function makeFolder(prefix: string, parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, prefix));
  chmodSync(folder, 0o711);
  return folder;
}
