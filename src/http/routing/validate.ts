import type { TObject } from 'typebox';
import { Compile } from 'typebox/compile';
import type { FieldError } from '#contract/errors.ts';
import { errors } from '#core/errors.ts';
import { describeMistake, type SchemaError } from './mistake.ts';

const maxReported = 20;

/**
 * A check against a schema, which throws one problem that names every mistake. The schema is compiled with the first
 * value, because most processes are asked for few of the endpoints.
 */
export function validator(schema: TObject, pointerOf: (path: string) => string): (value: unknown) => void {
  let compiled: ReturnType<typeof Compile<TObject>> | undefined;
  return (value) => {
    compiled ??= Compile(schema);
    if (compiled.Check(value)) return;
    const byPlace = Map.groupBy(compiled.Errors(value), ({ instancePath }) => instancePath);
    const found = [...byPlace.values()].flatMap((mistakes) => fieldErrors(mistakes, schema, pointerOf));
    const named = found.filter(
      (error, index) => found.findIndex((other) => other.pointer === error.pointer) === index,
    );
    throw errors.validation(named.slice(0, maxReported));
  };
}

/** Unknown and missing members are reported one by one, each with its own path. */
function fieldErrors(
  mistakes: readonly SchemaError[],
  schema: TObject,
  pointerOf: (path: string) => string,
): FieldError[] {
  const at = (path: string, code: string, detail: string) => ({ pointer: pointerOf(path), code, detail });
  return mistakes.flatMap(({ keyword, instancePath, params }) => {
    // Each unknown member is reported by itself first. Their list comes last, and is missing after too many mistakes.
    if (keyword === 'boolean') return [at(instancePath, 'unknown', 'is not known here')];
    if (keyword === 'additionalProperties') return [];
    if (keyword === 'required' && 'requiredProperties' in params) {
      return names(params.requiredProperties).map((name) =>
        at(`${instancePath}/${escaped(name)}`, 'required', 'is required'),
      );
    }
    return [at(instancePath, keyword, describeMistake(mistakes, schema))];
  });
}

function names(list: unknown): string[] {
  return Array.isArray(list) ? list.map(String) : [];
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
