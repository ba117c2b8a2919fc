import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Creates the functions by which 0.2.0 ended turns. They are no part of the schema any more. */
export const formerFunctions = readFileSync(
  join(import.meta.dirname, '../../fixtures/functions-of-0.2.0.sql'),
  'utf8',
);
