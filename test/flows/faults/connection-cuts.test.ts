import { it } from 'node:test';
import { sweepPostgres } from '#test/cuts/cut-sweep.ts';

it('the connection to PostgreSQL may break at every second message of a turn on a connection in use: each has one effect, and one end', {
  timeout: 240_000,
}, async (t) => {
  await sweepPostgres({ complete: false, signal: t.signal, report: (line) => t.diagnostic(line) });
});
