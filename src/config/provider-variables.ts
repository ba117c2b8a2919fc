import { type NamedWire, openaiWireNames, variablesOf, vendorWires } from '#wires/registry.ts';
import type { Wire } from '#wires/wire.ts';
import { define, type Variable } from './environment.ts';
import * as parse from './parsers.ts';
import type { Secret } from './secret.ts';

interface ProviderVariables extends NamedWire {
  readonly apiKey: Variable<Secret>;
  readonly baseUrl: Variable<string>;
}

/** The two variables of each wire's vendor. */
export const providerVariables: readonly ProviderVariables[] = vendorWires.map(({ name, wire }) => ({
  name,
  wire,
  apiKey: define({
    name: variablesOf(name).apiKey,
    about: `Key of the provider ${name}.`,
    otherwise: 'no key is sent',
    example: '<key>',
    parse: parse.secret,
  }),
  baseUrl: define({
    name: variablesOf(name).baseUrl,
    about: `Address of the provider ${name}${addressNote(wire)}`,
    otherwise: wire.address,
    example: wire.compatible?.example ?? wire.address,
    parse: parse.providerAddress,
  }),
}));

/** Which wire of its vendor the provider openai speaks. */
export const openaiWireVariable = define({
  name: 'OPENAI_WIRE',
  about: 'The API that the provider openai is asked by: responses, or chat for chat completions.',
  otherwise: 'responses; with OPENAI_BASE_URL, chat',
  example: 'chat',
  parse: parse.oneOf(openaiWireNames),
});

function addressNote({ compatible, version }: Wire): string {
  if (compatible !== undefined) return `: ${compatible.servers}.`;
  if (version === null) return ', as its own clients take it.';
  return `, as its own clients take it: an origin, to which /${version} is added.`;
}
