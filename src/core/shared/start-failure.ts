/**
 * Why the service or a command cannot start, for its operator: one sentence that says what is wrong, where, and how
 * to fix it. It is printed as it is, so it contains no secret.
 */
export class StartFailure extends Error {
  override readonly name: string = 'StartFailure';
}

export function diskFull(where: string, code: string, options?: ErrorOptions): StartFailure {
  return new StartFailure(
    `No space is left on the disk of ${where} (${code}): free some space, or move the folder to a larger disk and set ` +
      'PARLEY_DATA_DIR',
    options,
  );
}

/** For a start that may have to wait: it reports what it waits for, and gives up when the signal aborts. */
export interface StartWatch {
  readonly signal?: AbortSignal;
  readonly onWait?: (forWhat: string) => void;
  /** Called with a sentence before an existing database is changed in a way that only a backup can undo. */
  readonly onUpgrade?: (sentence: string) => void;
}
