import { ConfigProblem, type ConfigProblems } from './config-problems.ts';

/** Reads one JSON object key by key and records which keys were read: any other key is a problem. */
export class JsonReader {
  readonly #value: ReadonlyMap<string, unknown>;
  readonly #place: string;
  readonly #problems: ConfigProblems;
  readonly #known = new Set<string>();

  constructor(value: unknown, place: string, problems: ConfigProblems) {
    this.#place = place;
    this.#problems = problems;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (!isObject) problems.add(place, 'must be an object');
    this.#value = new Map(isObject ? Object.entries(value) : []);
  }

  text<T, F>(key: string, parse: (text: string) => T, absent: F): T | F {
    return this.#read(key, absent, (value) => {
      return parse(textIn(value));
    });
  }

  integer<F>(key: string, least: number, absent: F): number | F {
    return this.#read(key, absent, (value) => {
      if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return value;
      throw new ConfigProblem(`must be a whole number, ${least} or more`);
    });
  }

  flag<F>(key: string, absent: F): boolean | F {
    return this.#read(key, absent, (value) => {
      if (typeof value === 'boolean') return value;
      throw new ConfigProblem('must be true or false');
    });
  }

  object(key: string): JsonReader {
    this.#known.add(key);
    return new JsonReader(this.#value.get(key) ?? {}, this.#placeOf(key), this.#problems);
  }

  objects(key: string): readonly JsonReader[] {
    return this.#list(key).map(
      (item, index) => new JsonReader(item, `${this.#placeOf(key)}[${index}]`, this.#problems),
    );
  }

  /** Reads a key that holds a list of strings. */
  texts<T>(key: string, parse: (text: string) => T): readonly T[] {
    const list = this.#list(key);
    return list.flatMap((item, index) => {
      const place = `${this.#placeOf(key)}[${index}]`;
      return this.#problems.attempt<T[], T[]>(place, () => [parse(textIn(item))], []);
    });
  }

  /** Reads an object whose keys are chosen by the operator. */
  keys(): readonly string[] {
    return [...this.#value.keys()];
  }

  has(key: string): boolean {
    return this.#value.has(key);
  }

  /** Must be called after the last key was read. */
  refuseOthers(): void {
    for (const key of this.#value.keys()) {
      if (!this.#known.has(key)) this.#problems.add(this.#placeOf(key), 'is not a known key');
    }
  }

  problem(key: string, message: string): void {
    this.#problems.add(this.#placeOf(key), message);
  }

  #list(key: string): readonly unknown[] {
    return this.#read(key, [], (value): readonly unknown[] => {
      if (!Array.isArray(value)) throw new ConfigProblem('must be a list');
      return value;
    });
  }

  #placeOf(key: string): string {
    return this.#place.endsWith(':') ? `${this.#place} ${key}` : `${this.#place}.${key}`;
  }

  #read<T, F>(key: string, absent: F, read: (value: unknown) => T): T | F {
    this.#known.add(key);
    const value = this.#value.get(key);
    if (value === undefined) return absent;
    return this.#problems.attempt(this.#placeOf(key), () => read(value), absent);
  }
}

function textIn(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new ConfigProblem('must be a string');
  return value;
}
