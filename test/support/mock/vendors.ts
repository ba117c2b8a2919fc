import { LLMock } from '#vendors/aimock.ts';
import type { WireName } from '#wires/registry.ts';

export const vendorKey = 'vendor-key-0123456789';
export const vendorAnswer = 'A whole answer, streamed piece by piece: Grüße, 👋.';

/** A foreign server that serves the vendors' own paths on one port, and accepts one key. */
export interface Vendors extends AsyncDisposable {
  readonly origin: string;
  readonly mock: LLMock;
}

/** Its models answer, or fail as their names say. Another model is unknown. */
export async function startVendors(): Promise<Vendors> {
  const mock = new LLMock({ port: 0, auth: { apiKeys: [vendorKey] }, chunkSize: 6 });
  mock.on({ model: 'answers' }, { content: vendorAnswer });
  mock.on({ model: 'backup' }, { content: 'The backup answers.' });
  mock.on({ model: 'breaks-off' }, { content: vendorAnswer }, { truncateAfterChunks: 8, latency: 30 });
  for (const status of [400, 403, 429, 500, 503, 529]) {
    mock.on({ model: `fails-${status}` }, { error: { message: 'refused', type: 'some_error' }, status });
  }
  await mock.start();
  return { origin: mock.url, mock, [Symbol.asyncDispose]: () => mock.stop() };
}

/** The wires that the foreign server, and the vendors' own clients in the tests, speak. */
export const vendorWires = [
  'openai',
  'openai-responses',
  'anthropic',
  'gemini',
] as const satisfies readonly WireName[];
export type VendorWire = (typeof vendorWires)[number];

/** The URL of each wire below an origin, as its vendor documents it. */
export const vendorAddress: Readonly<Record<VendorWire, (origin: string) => string>> = {
  openai: (origin) => `${origin}/v1`,
  'openai-responses': (origin) => `${origin}/v1`,
  anthropic: (origin) => origin,
  gemini: (origin) => origin,
};
