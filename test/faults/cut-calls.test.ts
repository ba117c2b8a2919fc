import { it } from 'node:test';
import { compareCutCalls } from '#test/mock/cut-calls.ts';
import { vendorWires } from '#test/mock/vendors.ts';

for (const wire of vendorWires) {
  it(`calls are those that the vendor's own package reads, at every byte that a stream is cut at: ${wire}`, () =>
    compareCutCalls(wire, 1));
}
