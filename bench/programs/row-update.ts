/**
 * Admission as it is usually written: one `update … set used = used + 1` per request, for one client. `DATABASE_URL=…
 * node bench/programs/row-update.ts --requests N --concurrency 256` prints a `Rate`.
 */
import { parseArgs } from 'node:util';
import { Pool } from 'pg';
import { printRate, rateFlags, readRateFlags, saturate } from '../support/saturate.ts';

const { values } = parseArgs({ options: rateFlags });
const pool = new Pool({ connectionString: process.env['DATABASE_URL'] });
await pool.query(`
  create table if not exists hot_counter (client integer primary key, used integer not null);
  insert into hot_counter values (1, 0) on conflict do nothing`);
const update = () => pool.query('update hot_counter set used = used + 1 where client = $1', [1]);
printRate(await saturate(update, readRateFlags(values)));
await pool.end();
