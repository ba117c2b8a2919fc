import type { Environment } from './environment.ts';
import { Secret } from './secret.ts';
import { allVariables } from './variables.ts';

export interface ConfiguredVariable {
  readonly name: string;
  /** Null: not set. Of a secret only that it is set. */
  readonly value: string | null;
  readonly secret: boolean;
}

/** What the environment sets, without any secret: for people who may see the configuration, not use it. */
export function describeConfiguration(environment: Environment): readonly ConfiguredVariable[] {
  return allVariables.map(({ name, parse }) => {
    const text = environment[name];
    if (text === undefined || text === '') return { name, value: null, secret: false };
    const secret = parse(text) instanceof Secret;
    return { name, value: secret ? 'set' : text, secret };
  });
}
