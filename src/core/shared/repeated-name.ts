const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** More names than these are looked up in a set. */
const fewNames = 16;

/**
 * A name that occurs twice in one object of a valid JSON text; null when there is none. `JSON.parse` keeps the last
 * value of such a name while a proxy in front may have read the first. One pass without recursion, because a body may
 * be nested deeper than the stack.
 */
export function repeatedName(json: string): string | null {
  const open = new OpenObjects();
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === openBrace) open.begin();
    else if (code === closeBrace) open.end();
    else if (code === quote) {
      const end = endOfString(json, at);
      // In valid JSON a colon follows names and nothing else.
      if (isBeforeColon(json, end)) {
        const name = nameIn(json.slice(at, end));
        if (!open.add(name)) return name;
      }
      at = end - 1;
    }
  }
  return null;
}

/** The names of the objects around a place of the text. A list of objects would cost more than the names themselves. */
class OpenObjects {
  readonly #names: string[] = [];
  /** For each object, the place of its first name. */
  readonly #starts: number[] = [];
  /** The names of an object that has many, by the place of its first. */
  readonly #sets = new Map<number, Set<string>>();

  begin(): void {
    this.#starts.push(this.#names.length);
  }

  end(): void {
    const start = this.#starts.pop() ?? 0;
    if (this.#names.length - start > fewNames) this.#sets.delete(start);
    this.#names.length = start;
  }

  /** False when the innermost object has the name already. */
  add(name: string): boolean {
    const start = this.#starts.at(-1) ?? 0;
    if (this.#has(name, start)) return false;
    this.#names.push(name);
    this.#sets.get(start)?.add(name);
    return true;
  }

  #has(name: string, start: number): boolean {
    const count = this.#names.length - start;
    if (count < fewNames) return this.#names.includes(name, start);
    let set = this.#sets.get(start);
    if (set === undefined) {
      set = new Set(this.#names.slice(start));
      this.#sets.set(start, set);
    }
    return set.has(name);
  }
}

/** The place after the closing quote of the string that begins at `start`. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end + 1;
}

/** A quote after an odd number of backslashes. */
function isEscaped(json: string, at: number): boolean {
  let before = at - 1;
  while (json.charCodeAt(before) === backslash) before--;
  return (at - before) % 2 === 0;
}

function isBeforeColon(json: string, at: number): boolean {
  let next = at;
  // Space, tab and the ends of lines are all that may stand between.
  while (json.charCodeAt(next) <= 0x20) next++;
  return json.charCodeAt(next) === colon;
}

function nameIn(quoted: string): string {
  return quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
}
