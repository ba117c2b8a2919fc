import { it } from 'node:test';
import { sweepPostgres } from '#test/cuts/cut-sweep.ts';

it('the connection to PostgreSQL may break at every message of a turn: each has one effect, and one end', {
  timeout: 900_000,
}, async (t) => {
  await sweepPostgres({ signal: t.signal, report: (line) => t.diagnostic(line) });
});
