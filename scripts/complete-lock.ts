import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { completeLock } from './checks/lock-file.ts';

/** Run this after adding a package: it names in package-lock.json, or in the given lock file, what npm left out. */
const path = process.argv[2] ?? join(import.meta.dirname, '..', 'package-lock.json');
writeFileSync(path, completeLock(readFileSync(path, 'utf8')));
