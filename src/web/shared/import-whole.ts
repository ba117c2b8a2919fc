/** Loaded or being loaded: each block of a long answer asks for the same parts. */
const files = new Map<string, Promise<void>>();

/**
 * Imports a file once the browser has got it and everything that it imports. A browser may keep a failed import, of the
 * file or of one that it imports, for as long as the page is open; what was only fetched can be fetched again. The
 * build puts this around each import of a part that a page loads later.
 */
export async function importWhole<T>(file: string, load: () => Promise<T>): Promise<T> {
  await fetchWhole(file);
  return load();
}

function fetchWhole(file: string): Promise<void> {
  const known = files.get(file);
  if (known !== undefined) return known;
  const arriving = fetchOnce(file);
  files.set(file, arriving);
  arriving.catch(() => files.delete(file));
  return arriving;
}

async function fetchOnce(file: string): Promise<void> {
  // The document has asked for some itself.
  if (document.querySelector(`[href$="${file.slice(1)}"]`)) return;
  const response = await fetch(new URL(file, import.meta.url));
  if (!response.ok) throw new Error(file);
  const imports = (await response.text()).matchAll(/(?:from|import)"(\.\/[^"]+)"/g);
  await Promise.all([...imports].map(([, each = '']) => fetchWhole(each)));
}
