import { problemOfArguments } from '#contract/schemas/check-arguments.ts';

type Constant = string | number | boolean | null;
type TypeName = 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'object' | 'array';

/** What Parley takes of JSON Schema for the arguments of a tool; anything else is refused when a tool is approved. */
export type ArgumentSchema = {
  readonly type?: TypeName | readonly TypeName[];
  readonly title?: string;
  /** Read by the model. */
  readonly description?: string;
  readonly enum?: readonly Constant[];
  readonly const?: Constant;
  readonly properties?: Readonly<Record<string, ArgumentSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false;
  readonly items?: ArgumentSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
};

/** The value that a schema describes. */
export type ArgumentOf<S> = S extends { readonly const: infer Value }
  ? Value
  : S extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : S extends { readonly type: infer Named }
      ? ValueOf<Named extends readonly (infer Each)[] ? Each : Named, S>
      : unknown;

type ValueOf<Name, S> = Name extends 'string'
  ? string
  : Name extends 'integer' | 'number'
    ? number
    : Name extends 'boolean'
      ? boolean
      : Name extends 'null'
        ? null
        : Name extends 'array'
          ? readonly (S extends { readonly items: infer Item } ? ArgumentOf<Item> : unknown)[]
          : Name extends 'object'
            ? ObjectOf<S>
            : never;

type ObjectOf<S> = S extends { readonly properties: infer Properties }
  ? { readonly [N in Extract<keyof Properties, RequiredOf<S>>]: ArgumentOf<Properties[N]> } & {
      readonly [N in Exclude<keyof Properties, RequiredOf<S>>]?: ArgumentOf<Properties[N]>;
    }
  : Readonly<Record<string, unknown>>;

type RequiredOf<S> = S extends { readonly required: readonly (infer Name)[] } ? Name : never;

export function fits<const S extends ArgumentSchema>(schema: S, value: unknown): value is ArgumentOf<S> {
  return problemOfArguments(schema, value) === null;
}
