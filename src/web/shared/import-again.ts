/**
 * Some Chromium browsers keep a failed import for as long as the page is open, so another try needs another address.
 * Their error names the file; where it does not, the browser itself tries again.
 */
export function importAgain<T>(error: unknown): Promise<T> {
  const [file] = /https?:\S+$/.exec(String(error)) ?? [];
  if (file === undefined) throw error;
  return import(/* @vite-ignore */ `${file}?${Date.now()}`);
}
