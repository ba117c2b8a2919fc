import { it } from 'node:test';
import { sweepProvider } from '#test/cuts/cut-provider.ts';

it('the connection to a provider may break at every message: told, charged and kept as what had come says', {
  timeout: 240_000,
}, async (t) => {
  await sweepProvider({ complete: false, signal: t.signal, report: (line) => t.diagnostic(line) });
});
