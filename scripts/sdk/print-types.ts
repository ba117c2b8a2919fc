import type { TSchema } from 'typebox';

export interface TypesToPrint {
  readonly schemas: Readonly<Record<string, TSchema>>;
  /** Closed sets of values. */
  readonly unions: Readonly<Record<string, readonly string[]>>;
}

/** A schema as JSON Schema; the library keeps more beside it, which JSON leaves out. */
interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  /** The type of every member, of an object whose names are free. */
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
}

/** TypeScript declarations of the schemas. A nested schema is referred to by its name where it has one. */
export function printTypes({ schemas, unions }: TypesToPrint): string {
  const plain = Object.entries(schemas).map(([name, schema]) => [name, plainSchema(schema)] as const);
  const names = new Map([
    ...Object.entries(unions).map(([name, words]) => [wordsKey(words), name] as const),
    ...plain.map(([name, schema]) => [schemaKey(schema), name] as const),
  ]);
  return [
    ...Object.entries(unions).map(([name, words]) => `export type ${name} = ${unionOf(words)};\n`),
    ...plain.map(([name, schema]) => `${comment(schema, '')}${declaration(name, schema, names)}\n`),
  ].join('\n');
}

type Names = ReadonlyMap<string, string>;

function declaration(name: string, schema: Schema, names: Names): string {
  if (schema.anyOf === undefined) return `export interface ${name} ${membersOf(schema, names, '')}`;
  return `export type ${name} =${schema.anyOf.map((each) => `\n  | ${typeOf(each, names, '  ')}`).join('')};`;
}

function typeOf(schema: Schema, names: Names, indent: string): string {
  // Any value is allowed.
  if (Object.keys(schema).length === 0) return 'unknown';
  const name = names.get(schema.enum === undefined ? schemaKey(schema) : wordsKey(schema.enum));
  if (name !== undefined) return name;
  if (schema.enum !== undefined) return unionOf(schema.enum);
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.anyOf !== undefined) return schema.anyOf.map((each) => typeOf(each, names, indent)).join(' | ');
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
    case 'number':
      return schema.type;
    case 'integer':
      return 'number';
    case 'array':
      return listOf(schema.items === undefined ? 'unknown' : typeOf(schema.items, names, indent));
    case 'object':
      if (schema.properties === undefined) return `Record<string, ${memberTypeOf(schema, names, indent)}>`;
      return membersOf(schema, names, indent);
    default:
      throw new Error(`There is no type for ${JSON.stringify(schema)}`);
  }
}

function memberTypeOf({ patternProperties = {} }: Schema, names: Names, indent: string): string {
  const [value = {}] = Object.values(patternProperties);
  return typeOf(value, names, indent);
}

function membersOf({ properties = {}, required = [] }: Schema, names: Names, indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${comment(schema, inner)}${inner}${name}${mark}: ${typeOf(schema, names, inner)};\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}

/** The description of a nullable type is on the part that is not null. */
function comment({ anyOf = [], ...schema }: Schema, indent: string): string {
  const description = schema.description ?? anyOf.find((each) => each.description)?.description;
  return description === undefined ? '' : `${indent}/** ${description} */\n`;
}

function listOf(item: string): string {
  return /[ |]/.test(item) ? `(${item})[]` : `${item}[]`;
}

function unionOf(values: readonly unknown[]): string {
  return values.map(literal).join(' | ');
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

function wordsKey(words: readonly unknown[]): string {
  return words.join('|');
}

function schemaKey({ description: _, ...schema }: Schema): string {
  return JSON.stringify(schema);
}

function plainSchema(schema: TSchema): Schema {
  const copy: Schema = JSON.parse(JSON.stringify(schema));
  return copy;
}
