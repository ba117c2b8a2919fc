/**
 * Admission as it is usually written: one `update … set used = used + 1` per request, for one client. `DATABASE_URL=…
 * node bench/programs/row-update.ts --requests N --concurrency 256` prints `{"perSecond":…}`.
 */
import { parseArgs } from 'node:util';
import { Pool } from 'pg';
import { perSecond } from '../support/saturate.ts';

const { values } = parseArgs({ options: { requests: { type: 'string' }, concurrency: { type: 'string' } } });
const pool = new Pool({ connectionString: process.env['DATABASE_URL'] });
await pool.query(`
  create table if not exists hot_counter (client integer primary key, used integer not null);
  insert into hot_counter values (1, 0) on conflict do nothing`);
const update = () => pool.query('update hot_counter set used = used + 1 where client = $1', [1]);

const options = { requests: Number(values.requests), concurrency: Number(values.concurrency) };
process.stdout.write(`${JSON.stringify({ perSecond: await perSecond(update, options) })}\n`);
await pool.end();
