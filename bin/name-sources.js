import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { findSources } from './source-map.js';

/**
 * Lets stacks name the sources that the files of `folder` were built from. A map is read when a stack is, since Node's
 * own way reads all of them at the start, which would take longer than the rest of it; what is found is remembered,
 * and the map is not.
 *
 * @param {string} folder
 */
export function nameSources(folder) {
  const address = pathToFileURL(folder).href;
  /** @type {Map<string, string>} */
  const known = new Map();
  Error.prepareStackTrace = (error, frames) => {
    const places = frames.flatMap((frame) => {
      const file = frame.getFileName();
      const line = frame.getLineNumber();
      const column = frame.getColumnNumber();
      if (!file?.startsWith(address) || line === null || column === null) return [];
      return [{ file, line, column, name: `${file}:${line}:${column}` }];
    });
    const unknown = places.filter(({ name }) => !known.has(name));
    for (const file of new Set(unknown.map((place) => place.file))) {
      learn(
        known,
        file,
        unknown.filter((place) => place.file === file),
      );
    }
    const lines = frames.map((frame) =>
      `    at ${frame}`.replace(/file:\/\/[^\s)]+/, (name) => known.get(name) ?? name),
    );
    return [headOf(error), ...lines].join('\n');
  };
}

/**
 * @param {Map<string, string>} known
 * @param {string} file
 * @param {{ name: string, line: number, column: number }[]} places
 */
function learn(known, file, places) {
  const sources = readSources(file, places);
  for (const [index, { name }] of places.entries()) {
    // As a path from the root of the repository.
    known.set(name, sources[index]?.replace(/^(?:\.\.\/)+/, '') ?? name);
  }
}

/**
 * @param {string} file
 * @param {{ line: number, column: number }[]} places
 */
function readSources(file, places) {
  try {
    return findSources(JSON.parse(readFileSync(new URL(`${file}.map`), 'utf8')), places);
  } catch {
    // A stack that names the built file is better than none.
    return [];
  }
}

/** @param {Error} error */
function headOf(error) {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return 'Error';
  }
}
