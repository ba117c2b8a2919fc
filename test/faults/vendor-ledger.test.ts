import { randomInt } from 'node:crypto';
import { it } from 'node:test';
import { runAgainstLedger } from '#test/ledger/ledger-run.ts';

const turns = Number(process.env['PARLEY_LEDGER_TURNS'] ?? 20_000);
const kills = Number(process.env['PARLEY_LEDGER_KILLS'] ?? 50);

it('every call of thousands of turns and dozens of kills is in the count, as in the ledger of its vendor', {
  timeout: 3_600_000,
}, async (t) => {
  const seed = Number(process.env['PARLEY_FAULT_SEED'] ?? randomInt(2 ** 31));
  t.diagnostic(`PARLEY_FAULT_SEED=${seed}`);
  const report = (line: string) => t.diagnostic(line);
  await runAgainstLedger({ seed, turns, kills, atOnce: 24, report });
});
