import { assumedWindowTokens, demoProviderId } from '#contract/models.ts';
import {
  isWireName,
  type NamedWire,
  type OpenaiWireName,
  spokenWire,
  type WireName,
  wires,
} from '#wires/registry.ts';
import { isOfVendor, type Wire } from '#wires/wire.ts';
import { ConfigProblem } from './config-problems.ts';
import type { JsonReader } from './json-reader.ts';
import { type ModelChoice, providerAddress } from './parsers.ts';
import { keyFrom, noHeaders, type ProviderHeaders, readHeaders } from './provider-headers.ts';
import type { Secret } from './secret.ts';

export interface ModelSettings {
  readonly id: string;
  readonly windowTokens: number;
}

export interface ProviderSettings {
  readonly id: string;
  readonly label: string;
  readonly wire: WireName;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: Secret | null;
  readonly headers: ProviderHeaders;
  readonly models: readonly ModelSettings[];
  /** Requests say by an identifier which prompts are one end user's, and not whose. */
  readonly safetyIdentifier: boolean;
}

/** A placeholder for an id that was already reported as a problem. */
const unnamed = '';

/** The provider of a wire's vendor from its variables, or null when neither key nor address is set. */
export function providerFromVariables(
  { name, wire }: NamedWire,
  apiKey: Secret | null,
  baseUrl: string | null,
  wireOfOpenai: OpenaiWireName | null,
): ProviderSettings | null {
  if (apiKey === null && baseUrl === null) return null;
  const address = baseUrl ?? wire.address;
  return {
    id: name,
    label: wire.label,
    wire: spokenWire(name, baseUrl !== null, wireOfOpenai),
    baseUrl: address,
    apiKey,
    headers: noHeaders,
    models: [],
    safetyIdentifier: identifiesByDefault(address, wire),
  };
}

export function readProviders(
  files: readonly JsonReader[],
  environment: Readonly<Record<string, string | undefined>>,
): readonly ProviderSettings[] {
  const taken = new Set([demoProviderId]);
  return files.map((file) => {
    const provider = readProvider(file, environment);
    if (taken.has(provider.id)) file.problem('id', `is taken: ${provider.id}`);
    if (provider.id !== unnamed) taken.add(provider.id);
    return provider;
  });
}

/** Providers in the file replace those of the variables that have the same id. */
export function mergeProviders(
  fromVariables: readonly (ProviderSettings | null)[],
  fromFile: readonly ProviderSettings[],
): readonly ProviderSettings[] {
  const named = new Set(fromFile.map(({ id }) => id));
  return [
    ...fromVariables.filter((provider) => provider !== null && !named.has(provider.id)),
    ...fromFile,
  ].filter((provider) => provider !== null);
}

/** A model that is named only as the default is listed by its provider too. */
export function withModel(
  providers: readonly ProviderSettings[],
  choice: ModelChoice | null,
): readonly ProviderSettings[] {
  return providers.map((provider) => {
    if (choice?.provider !== provider.id || provider.models.some(({ id }) => id === choice.model))
      return provider;
    return {
      ...provider,
      models: [{ id: choice.model, windowTokens: assumedWindowTokens }, ...provider.models],
    };
  });
}

function readProvider(
  file: JsonReader,
  environment: Readonly<Record<string, string | undefined>>,
): ProviderSettings {
  const id = required(file, 'id', providerId, unnamed);
  const wire = required(file, 'wire', wireName, 'openai');
  const baseUrl = file.text('base_url', providerAddress, wires[wire].address);
  const provider = {
    id,
    label: file.text('label', (label) => label, id),
    wire,
    baseUrl,
    apiKey: file.text('api_key_env', (name) => keyFrom(environment, name), null),
    headers: readHeaders(file, environment),
    models: file.objects('models').map(readModel),
    safetyIdentifier: readSafetyIdentifier(file, wire, baseUrl),
  };
  file.refuseOthers();
  return provider;
}

function readSafetyIdentifier(file: JsonReader, name: WireName, baseUrl: string): boolean {
  const wire: Wire = wires[name];
  const wanted = file.flag('safety_identifier', null);
  if (wanted && !wire.hasSafetyIdentifier)
    file.problem('safety_identifier', `must be false: ${name} has none`);
  return wanted ?? identifiesByDefault(baseUrl, wire);
}

/** Vendors ask for it; other servers may refuse what they do not know. */
function identifiesByDefault(baseUrl: string, wire: Wire): boolean {
  return wire.hasSafetyIdentifier === true && isOfVendor(baseUrl, wire);
}

function readModel(file: JsonReader): ModelSettings {
  const model = {
    id: required(file, 'id', (id) => id, unnamed),
    windowTokens: file.integer('window_tokens', 1, assumedWindowTokens),
  };
  file.refuseOthers();
  return model;
}

/** `substitute` is used only until the problems are reported. */
function required<T>(file: JsonReader, key: string, parse: (text: string) => T, substitute: T): T {
  const read = file.text(key, (text) => ({ value: parse(text) }), undefined);
  if (read === undefined && !file.has(key)) file.problem(key, 'is missing');
  return read === undefined ? substitute : read.value;
}

function providerId(text: string): string {
  if (/^[a-z0-9][a-z0-9-]{0,31}$/.test(text)) return text;
  throw new ConfigProblem('must be 1 to 32 lowercase letters, digits and dashes');
}

function wireName(text: string): WireName {
  if (isWireName(text)) return text;
  throw new ConfigProblem(`must be one of ${Object.keys(wires).join(', ')}`);
}
