import type { OpenApiDocument } from './types.ts';

type Components = Pick<OpenApiDocument['components'], 'schemas' | 'headers'>;

/** Those schemas and headers that something refers to, or a schema that is referred to itself. */
export function usedComponents(document: object, { schemas, headers }: Components): Components {
  const used = new Set<string>();
  const visit = (part: unknown): void => {
    for (const name of referencesIn(part)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(schemas[name.replace(/^schemas\//, '')]);
    }
  };
  visit(document);
  const within = <T>(kind: string, all: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(all).filter(([name]) => used.has(`${kind}/${name}`)));
  return { schemas: within('schemas', schemas), headers: within('headers', headers) };
}

function referencesIn(part: unknown): string[] {
  const text = JSON.stringify(part) ?? '';
  return [...text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(([, name = '']) => name);
}
