import type { TObject } from 'typebox';

/** A request may have thousands of problems; the first ones are reported, and no more are looked for. */
export const maxProblems = 20;

export interface SchemaError {
  readonly keyword: string;
  readonly schemaPath: string;
  readonly instancePath: string;
  readonly params: object;
  readonly message: string;
}

/**
 * Describes the expected value and names every choice: "must be priority or standard", "must be an integer from 1 to
 * 100 or null". `problems` are all those at its path, one for each alternative of its schema.
 */
export function describeProblem(problems: readonly SchemaError[], schema: TObject): string {
  const choices = problems.flatMap((problem) => choicesOf(problem, schemaAt(schema, problem.schemaPath)));
  const named = choices.length === 0 ? null : `must be ${listed([...new Set(choices)])}`;
  // A text that is too long, where null is the other choice, is not told to be null.
  const told = problems.find(({ keyword }) => named === null || lengths.has(keyword))?.message;
  return [told, named].filter((part) => typeof part === 'string').join(', or ') || 'is not valid';
}

const lengths = new Set(['minLength', 'maxLength']);

function choicesOf({ keyword, params }: SchemaError, schema: object): readonly string[] {
  switch (keyword) {
    case 'enum':
      return 'allowedValues' in params && Array.isArray(params.allowedValues)
        ? params.allowedValues.map(String)
        : [];
    case 'const':
      return 'allowedValue' in params ? [String(params.allowedValue)] : [];
    case 'type':
    case 'minimum':
    case 'maximum':
      return typeWords(schema);
    case 'format':
      return 'format' in schema && schema.format === 'uuid' ? ['a UUID'] : [];
    default:
      return [];
  }
}

function typeWords(schema: object): readonly string[] {
  switch ('type' in schema ? schema.type : null) {
    case 'boolean':
      return ['true', 'false'];
    case 'integer':
      return [`an integer${boundsOf(schema)}`];
    case 'string':
      return ['a string'];
    case 'object':
      return ['an object'];
    case 'array':
      return ['an array'];
    case 'null':
      return ['null'];
    default:
      return [];
  }
}

function boundsOf(schema: object): string {
  const least = 'minimum' in schema ? schema.minimum : null;
  const most = 'maximum' in schema ? schema.maximum : null;
  if (least !== null && most !== null) return ` from ${least} to ${most}`;
  if (least !== null) return ` of at least ${least}`;
  return most === null ? '' : ` of at most ${most}`;
}

/** The part of a schema that a problem is about, by its path `#/properties/name/…`. */
function schemaAt(schema: object, path: string): object {
  let part: object = schema;
  for (const step of path.split('/').slice(1)) {
    const next: unknown = Object.entries(part).find(([name]) => name === unescaped(step))?.[1];
    if (typeof next !== 'object' || next === null) return {};
    part = next;
  }
  return part;
}

export function unescaped(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

function listed(words: readonly string[]): string {
  return words.length === 1 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
