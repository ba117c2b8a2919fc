import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { completeLock } from './checks/lock-file.ts';

/** To be run after a package was added: names in package-lock.json what npm left out of it. */
const path = join(import.meta.dirname, '..', 'package-lock.json');
writeFileSync(path, completeLock(readFileSync(path, 'utf8')));
