/**
 * Admission as the service does it, without HTTP: whole turns of one client through the turn store's batches.
 * `DATABASE_URL=… node bench/programs/admissions.ts --requests N --concurrency 256` prints a `Rate`.
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { Database } from '#adapters/postgres/database/database.ts';
import { migrate } from '#adapters/postgres/schema/migrate.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import { buildAdmission, insertClient } from '../support/admissions.ts';
import { printRate, rateFlags, readRateFlags, saturate } from '../support/saturate.ts';

const { values } = parseArgs({ options: rateFlags });
const connection = { connectionString: process.env['DATABASE_URL'] ?? '' };
await migrate(connection);
const database = new Database(connection);
const client = await insertClient(database);
const store = new PostgresTurnStore(database, {
  notify: () => Promise.reject(new Error('a stream notifies no worker')),
});
const processId = randomUUID();

const rate = await saturate(async (number) => {
  const { status } = await store.admit(buildAdmission(client, `user-${number}`, { processId }));
  if (status !== 'admitted') throw new Error(`a turn was refused: ${status}`);
}, readRateFlags(values));
printRate(rate);
await database[Symbol.asyncDispose]();
