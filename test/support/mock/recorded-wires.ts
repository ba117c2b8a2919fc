import { wires } from '#wires/registry.ts';
import type { Wire } from '#wires/wire.ts';
import { type Api, openApi } from '../world/api.ts';
import type { Partner } from '../world/partner.ts';
import { RecordingProvider } from './recording-provider.ts';
import { type VendorWire, vendorAddress, vendorWires } from './vendors.ts';

export const recordedKey = 'recorded-key-0123456789';

/** The running service with a recording provider for each wire, and a partner for each, whose prompts it gets. */
export interface RecordedWires extends AsyncDisposable {
  readonly api: Api;
  readonly provider: RecordingProvider;
  readonly partners: Readonly<Record<VendorWire, Partner>>;
}

export interface RecordedOptions {
  /** The window of the one model that each provider has. */
  readonly windowTokens: number;
  /** Providers whose wire has safety identifiers are sent them, as vendors are. */
  readonly identifies?: boolean;
  /** More of `PARLEY_CONFIG`. */
  readonly config?: object;
}

export async function openRecordedWires({
  windowTokens,
  identifies = false,
  config,
}: RecordedOptions): Promise<RecordedWires> {
  await using parts = new AsyncDisposableStack();
  const recording = parts.use(await new RecordingProvider().listen());
  const providers = vendorWires.map((wire) => ({
    id: wire,
    wire,
    base_url: vendorAddress[wire](recording.origin),
    api_key_env: 'RECORDED_KEY',
    models: [{ id: 'recorded', window_tokens: windowTokens }],
    safety_identifier: identifies && isIdentifying(wires[wire]),
  }));
  const env = { RECORDED_KEY: recordedKey };
  const api = parts.use(await openApi({ config: { ...config, providers }, env }));
  await api.database.query(
    `insert into agents (slug, name, instructions, deep_dive_effort, deep_dive_instructions)
     values ('seller', 'Seller', 'You sell plans. Be brief.', 'high', 'Weigh every plan.'),
       ('adviser', 'Adviser', $1, 'high', 'Weigh every plan against {{facts.plan}}.')`,
    [
      'You sell plans.\n\nThe customer has {{facts.plan}}, with {{facts.seats}} seats{{facts.note}}.\n\nBe brief.',
    ],
  );
  const columns = { default_agent: 'seller', deep_dive_enabled: true };
  // One after the other, because their numbers follow from their order.
  const openai = await api.partner({ ...columns, model: 'openai/recorded' });
  const anthropic = await api.partner({ ...columns, model: 'anthropic/recorded' });
  const gemini = await api.partner({ ...columns, model: 'gemini/recorded' });
  const responses = await api.partner({ ...columns, model: 'openai-responses/recorded' });
  const stack = parts.move();
  return {
    api,
    provider: recording,
    partners: { openai, 'openai-responses': responses, anthropic, gemini },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

function isIdentifying({ hasSafetyIdentifier = false }: Wire): boolean {
  return hasSafetyIdentifier;
}
