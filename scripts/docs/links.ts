/** Leads from the words of a guide to the operations that they name, and from those back. */
export interface OperationPlace {
  readonly operationId: string;
  readonly address: string;
}

/** Operations by method and path, whatever a path calls its parameters. */
export class OperationLinks {
  readonly #places: ReadonlyMap<string, OperationPlace>;
  readonly #mentions = new Map<string, Map<string, number>>();

  constructor(places: Iterable<readonly [name: string, place: OperationPlace]>) {
    this.#places = new Map([...places].map(([name, place]) => [keyOf(name), place]));
  }

  /** The address of `POST /stream` and its like; null for other code. Remembers the page that names it. */
  find(code: string, page: string): string | null {
    const place = this.#places.get(keyOf(code));
    if (place === undefined) return null;
    const pages = this.#mentions.get(place.operationId) ?? new Map<string, number>();
    pages.set(page, (pages.get(page) ?? 0) + 1);
    this.#mentions.set(place.operationId, pages);
    return place.address;
  }

  /** The pages that name an operation, and in how many of their sections. */
  mentionsOf(operationId: string): ReadonlyMap<string, number> {
    return this.#mentions.get(operationId) ?? new Map();
  }
}

function keyOf(name: string): string {
  return name
    .replace(/\?.*$/, '')
    .replace(/ (?:\/v1|…)?\//, ' /')
    .replaceAll(/\{[^}]*\}/g, '{}');
}

/**
 * Where a link of a guide leads when it is served: another page, or null for a file of the repository, which the
 * service does not serve.
 */
export function servedAddress(target: string): string | null {
  if (/^(?:https?:|mailto:|#|\/)/.test(target)) return target;
  const [, page, anchor = ''] = /^([a-z0-9-]+)\.md(#.*)?$/.exec(target) ?? [];
  return page === undefined ? null : `/docs/${page}${anchor}`;
}
