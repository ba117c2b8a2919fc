import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '#adapters/postgres/schema/migrate.ts';
import { startTestPostgres } from '../test/support/database/run-postgres.ts';
import { dumpSchema } from './schema/dump-schema.ts';

/** Writes `database/schema.sql`, which the tests compare. */
await using postgres = await startTestPostgres();
await migrate({ connectionString: postgres.url });
writeFileSync(join(import.meta.dirname, '../database/schema.sql'), await dumpSchema(postgres.url));
