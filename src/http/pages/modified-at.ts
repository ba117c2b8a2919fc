import { stat } from 'node:fs/promises';

/** When a built file was written, in milliseconds since 1970; null while there is none. */
export function modifiedAt(path: string): Promise<number | null> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => null,
  );
}
