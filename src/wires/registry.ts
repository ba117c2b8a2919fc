import { anthropicWire } from './anthropic.ts';
import { geminiWire } from './gemini.ts';
import { openaiWire } from './openai.ts';
import type { Wire } from './wire.ts';

/**
 * Every wire by its name, which is also the id of its vendor's provider. The configuration, variables, documents and
 * providers are derived from this table.
 */
export const wires = {
  openai: openaiWire,
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

export function isWireName(name: string): name is WireName {
  return Object.hasOwn(wires, name);
}

/** The wire whose vendor's provider has this id; null for any other provider. */
export function wireOfVendor(providerId: string): Wire | null {
  return isWireName(providerId) ? wires[providerId] : null;
}

/** The environment variables of a vendor's provider. */
export function variablesOf(name: WireName): { readonly apiKey: string; readonly baseUrl: string } {
  const prefix = name.toUpperCase().replaceAll('-', '_');
  return { apiKey: `${prefix}_API_KEY`, baseUrl: `${prefix}_BASE_URL` };
}
