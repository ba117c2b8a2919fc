/** Values beyond this number share one name: unbounded labels would leak memory. */
const mostValues = 200;
const theRest = 'other';

/** The values of a label that the operator's settings choose, such as clients and models. */
export class BoundedLabel {
  readonly #known = new Set<string>();

  of(value: string): string {
    if (this.#known.has(value)) return value;
    if (this.#known.size >= mostValues) return theRest;
    this.#known.add(value);
    return value;
  }
}
