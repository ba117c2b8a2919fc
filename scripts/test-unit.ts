import { subscribe } from 'node:diagnostics_channel';
import { join } from 'node:path';
import './testing/count-assertions.ts';
import { findUnitTests } from './testing/unit-tests.ts';
import { installVendors } from './testing/vendor-packages.ts';

/** Runs every unit test in this one process, which saves each file its own start. */
installVendors();
for (const channel of ['net.client.socket', 'tracing:net.server.listen:asyncStart']) {
  subscribe(channel, () => {
    throw new Error('A unit test has opened a socket');
  });
}
for (const file of findUnitTests()) await import(join(import.meta.dirname, '..', file));
