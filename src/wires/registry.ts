import { anthropicWire } from './anthropic.ts';
import { geminiWire } from './gemini.ts';
import { openaiWire } from './openai.ts';
import { openaiResponsesWire } from './openai-responses.ts';
import type { Wire } from './wire.ts';

/**
 * Every wire by its name, which is also the id of its vendor's provider unless the wire names another. The
 * configuration, variables, documents and providers are derived from this table.
 */
export const wires = {
  openai: openaiWire,
  'openai-responses': openaiResponsesWire,
  anthropic: anthropicWire,
  gemini: geminiWire,
} as const satisfies Readonly<Record<string, Wire>>;

export type WireName = keyof typeof wires;

export interface NamedWire {
  readonly name: WireName;
  readonly wire: Wire;
}

/** The table as a list, in order. */
export const namedWires: readonly NamedWire[] = Object.entries(wires).flatMap(([name, wire]) =>
  isWireName(name) ? [{ name, wire }] : [],
);

/** The wires that have a provider of their vendor, which two variables configure. */
export const vendorWires: readonly NamedWire[] = namedWires.filter(({ wire }) => wire.vendor === undefined);

/** How the wires of OpenAI are called where there is no doubt about the vendor. */
export const openaiWireNames = ['chat', 'responses'] as const;
export type OpenaiWireName = (typeof openaiWireNames)[number];

/**
 * The wire of a vendor's provider. OpenAI's newer one is spoken at its own address: servers elsewhere imitate the older
 * one, unless the operator says otherwise.
 */
export function spokenWire(name: WireName, hasAddress: boolean, ofOpenai: OpenaiWireName | null): WireName {
  if (name !== 'openai') return name;
  return (ofOpenai ?? (hasAddress ? 'chat' : 'responses')) === 'chat' ? name : 'openai-responses';
}

export function isWireName(name: string): name is WireName {
  return Object.hasOwn(wires, name);
}

/** The wire whose vendor's provider has this id; null for any other provider. */
export function wireOfVendor(providerId: string): Wire | null {
  return isWireName(providerId) ? wires[providerId] : null;
}

/** The environment variables of a vendor's provider. */
export function variablesOf(name: string): { readonly apiKey: string; readonly baseUrl: string } {
  const prefix = name.toUpperCase().replaceAll('-', '_');
  return { apiKey: `${prefix}_API_KEY`, baseUrl: `${prefix}_BASE_URL` };
}
