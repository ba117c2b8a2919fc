const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const values = new Uint8Array(128);
for (let digit = 0; digit < digits.length; digit++) values[digits.charCodeAt(digit)] = digit;

const comma = ','.charCodeAt(0);
const semicolon = ';'.charCodeAt(0);

/**
 * The places in the sources of places in a built file, all found in one pass through the map's mappings (ECMA-426).
 * Node's `SourceMap` makes an object of each of 300,000 mappings first, which takes 0.1 s and 40 MB.
 *
 * @param {{ sources: string[], mappings: string }} map
 * @param {{ line: number, column: number }[]} places from 1, as stacks count
 * @returns {(string | null)[]} `path:line:column` for each place, null where the map has nothing
 */
export function findSources({ sources, mappings }, places) {
  /** @type {(string | null)[]} */
  const found = places.map(() => null);
  let [at, line, column, source, sourceLine, sourceColumn] = [0, 1, 0, 0, 0, 0];
  const last = Math.max(...places.map((place) => place.line));
  while (at < mappings.length && line <= last) {
    const code = mappings.charCodeAt(at);
    if (code === semicolon) {
      line++;
      column = 0;
      at++;
    } else if (code === comma) at++;
    else readMapping();
  }
  return found;

  function readMapping() {
    column += readNumber();
    if (isEnd()) return;
    source += readNumber();
    sourceLine += readNumber();
    sourceColumn += readNumber();
    if (!isEnd()) readNumber();
    for (const [index, place] of places.entries()) {
      if (place.line !== line || column >= place.column) continue;
      found[index] = `${sources[source]}:${sourceLine + 1}:${sourceColumn + 1}`;
    }
  }

  function isEnd() {
    const code = mappings.charCodeAt(at);
    return at >= mappings.length || code === comma || code === semicolon;
  }

  /** Five bits a digit, the lowest first; the lowest bit of all is the sign. */
  function readNumber() {
    let number = 0;
    for (let shift = 0; ; shift += 5) {
      const digit = values[mappings.charCodeAt(at++)] ?? 0;
      number |= (digit & 31) << shift;
      if (digit < 32) return number & 1 ? -(number >>> 1) : number >>> 1;
    }
  }
}
