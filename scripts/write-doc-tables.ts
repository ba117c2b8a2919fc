import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withTables } from './doc-tables.ts';

/** Updates the tables of the guides that are generated from the code. */
const docs = join(import.meta.dirname, '..', 'docs');

for (const name of globSync('*.md', { cwd: docs })) {
  const path = join(docs, name);
  const text = readFileSync(path, 'utf8');
  const updated = withTables(text);
  if (updated !== text) writeFileSync(path, updated);
}
