/** For a start that may have to wait: it reports what it waits for, and gives up when the signal aborts. */
export interface StartWatch {
  readonly signal?: AbortSignal;
  readonly onWait?: (forWhat: string) => void;
}
