import { it } from 'node:test';
import { sweepProvider } from '#test/cuts/cut-provider.ts';

it('a connection to a provider that breaks at any byte is reported, charged and stored by what had arrived', {
  timeout: 900_000,
}, async (t) => {
  await sweepProvider({ signal: t.signal, report: (line) => t.diagnostic(line) });
});
