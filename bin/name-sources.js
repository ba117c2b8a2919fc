import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { pathToFileURL } from 'node:url';

/**
 * Lets stacks name the sources that the files of `folder` were built from. Their maps are read when the first stack is,
 * since Node's own way reads all of them at the start, which would take longer than the rest of it.
 *
 * @param {string} folder
 */
export function nameSources(folder) {
  const address = pathToFileURL(folder).href;
  const maps = new Map();
  const mapOf = (/** @type {string} */ file) => {
    if (!maps.has(file)) maps.set(file, readMap(file));
    return maps.get(file);
  };
  Error.prepareStackTrace = (error, frames) => {
    const lines = frames.map((frame) => {
      const file = frame.getFileName();
      if (!file?.startsWith(address)) return `${frame}`;
      const place = `${file}:${frame.getLineNumber()}:${frame.getColumnNumber()}`;
      return `${frame}`.replace(place, sourceOf(mapOf(file), frame) ?? place);
    });
    return [headOf(error), ...lines.map((line) => `    at ${line}`)].join('\n');
  };
}

/** @param {string} file */
function readMap(file) {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${file}.map`), 'utf8')));
  } catch {
    // A stack that names the built file is better than none.
    return null;
  }
}

/**
 * As a path from the root of the repository, where the stacks of the sources themselves begin too.
 *
 * @param {SourceMap | null} map
 * @param {{ getLineNumber(): number | null, getColumnNumber(): number | null }} frame
 */
function sourceOf(map, frame) {
  const entry = map?.findEntry((frame.getLineNumber() ?? 1) - 1, (frame.getColumnNumber() ?? 1) - 1);
  if (entry === undefined || !('originalSource' in entry)) return null;
  const path = entry.originalSource.replace(/^.*?\/(?=[^./])/, '');
  return `${path}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
}

/** @param {Error} error */
function headOf(error) {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return 'Error';
  }
}
