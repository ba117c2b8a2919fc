/** One environment variable: how it is read, and what `.env.example` says about it. */
export interface Variable<T> {
  readonly name: string;
  readonly about: string;
  /** What holds when the variable is unset, in words or as the value itself. */
  readonly otherwise: string;
  readonly example: string;
  readonly parse: (text: string) => T;
}

export function define<T>(variable: Variable<T>): Variable<T> {
  return variable;
}
