/**
 * The queue alone, called in process: `send()` with the body of a chat job, at the given concurrency.
 * `DATABASE_URL=… node bench/programs/pg-boss-send.ts --requests N --concurrency 256` prints `{"perSecond":…}`.
 */
import { parseArgs } from 'node:util';
import { PgBoss } from 'pg-boss';
import { perSecond } from '../support/saturate.ts';

const { values } = parseArgs({ options: { requests: { type: 'string' }, concurrency: { type: 'string' } } });
const boss = new PgBoss({ connectionString: process.env['DATABASE_URL'] ?? '' });
boss.on('error', (error) => process.stderr.write(`${error}\n`));
await boss.start();
await boss.createQueue('bench');
const send = (number: number) =>
  boss.send('bench', { prompt: 'Say something.', context: { external_user_id: `user-${number % 1000}` } });

const options = { requests: Number(values.requests), concurrency: Number(values.concurrency) };
process.stdout.write(`${JSON.stringify({ perSecond: await perSecond(send, options) })}\n`);
await boss.stop({ graceful: false });
