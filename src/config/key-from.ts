import { Mistake } from './mistakes.ts';
import { Secret } from './secret.ts';

/** The secret in the variable that a setting names. */
export function keyFrom(environment: Readonly<Record<string, string | undefined>>, name: string): Secret {
  const key = environment[name];
  if (key === undefined || key === '') throw new Mistake(`names the variable ${name}, which is not set`);
  return new Secret(key);
}
