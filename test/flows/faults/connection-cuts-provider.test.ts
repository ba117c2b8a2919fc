import { it } from 'node:test';
import { sweepProvider } from '#test/cuts/cut-provider.ts';

it('a connection to a provider that breaks at any message is reported, charged and stored by what had arrived', {
  timeout: 240_000,
}, async (t) => {
  await sweepProvider({ complete: false, signal: t.signal, report: (line) => t.diagnostic(line) });
});
