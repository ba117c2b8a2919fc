type Constant = string | number | boolean | null;
type TypeName = 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'object' | 'array';

/** What Parley takes of JSON Schema for the arguments of a tool; anything else is refused when a tool is approved. */
export interface ArgumentSchema {
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
}

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
  return misfit(schema, value) === null;
}

/** What is wrong with a value, in words that a model can follow; null where it fits. */
export function misfit(schema: ArgumentSchema, value: unknown, name = 'the arguments'): string | null {
  const { type, enum: allowed, const: only } = schema;
  const types = type === undefined ? null : [type].flat();
  if (types !== null && !types.some((each) => isOf(each, value))) {
    return `${name} must be of type ${types.join(' or ')}`;
  }
  if (only !== undefined && value !== only) return `${name} must be ${JSON.stringify(only)}`;
  if (allowed !== undefined && !allowed.some((each) => each === value)) {
    return `${name} must be one of ${JSON.stringify(allowed)}`;
  }
  if (typeof value === 'number') return outside(value, name, schema.minimum, schema.maximum);
  if (typeof value === 'string') {
    return outside([...value].length, `the length of ${name}`, schema.minLength, schema.maxLength);
  }
  if (Array.isArray(value)) {
    const { items, minItems, maxItems } = schema;
    const count = outside(value.length, `the number of ${name}`, minItems, maxItems);
    if (count !== null || items === undefined) return count;
    return first(value.map((item, index) => misfit(items, item, `${name}[${index}]`)));
  }
  return isObject(value) ? misfitOfMembers(schema, value) : null;
}

/** Objects are closed, because a member outside of the schema has no meaning to anybody. */
function misfitOfMembers(schema: ArgumentSchema, value: Readonly<Record<string, unknown>>): string | null {
  const { properties = {}, required = [] } = schema;
  const missing = required.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return `${missing} is missing`;
  return first(
    Object.entries(value).map(([name, member]) => {
      const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return own === undefined ? `${name} is not an argument` : misfit(own, member, name);
    }),
  );
}

function first(problems: readonly (string | null)[]): string | null {
  return problems.find((problem) => problem !== null) ?? null;
}

function outside(value: number, name: string, least?: number, most?: number): string | null {
  if (least !== undefined && value < least) return `${name} must be at least ${least}`;
  if (most !== undefined && value > most) return `${name} must be at most ${most}`;
  return null;
}

function isOf(type: TypeName, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
