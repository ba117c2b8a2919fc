/** One environment variable: how it is parsed, and how `.env.example` describes it. */
export interface Variable<T> {
  readonly name: string;
  /** Names of earlier releases, which are no longer read: the start names their successor. */
  readonly formerNames?: readonly string[];
  readonly about: string;
  /** The default when the variable is unset, in words or as the value itself. */
  readonly otherwise: string;
  readonly example: string;
  readonly parse: (text: string) => T;
}

export function define<T>(variable: Variable<T>): Variable<T> {
  return variable;
}
