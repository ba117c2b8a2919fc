/**
 * The queue alone, called in process: `send()` with the body of a chat job, at the given concurrency.
 * `DATABASE_URL=… node bench/programs/pg-boss-send.ts --requests N --concurrency 256` prints a `Rate`.
 */
import { parseArgs } from 'node:util';
import { PgBoss } from 'pg-boss';
import { printRate, rateFlags, readRateFlags, saturate } from '../support/saturate.ts';

const { values } = parseArgs({ options: rateFlags });
const boss = new PgBoss({ connectionString: process.env['DATABASE_URL'] ?? '' });
boss.on('error', (error) => process.stderr.write(`${error}\n`));
await boss.start();
await boss.createQueue('bench');
const send = (number: number) =>
  boss.send('bench', { prompt: 'Say something.', context: { external_user_id: `user-${number % 1000}` } });
printRate(await saturate(send, readRateFlags(values)));
await boss.stop({ graceful: false });
