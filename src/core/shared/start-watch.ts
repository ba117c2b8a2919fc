/** For a start that may have to wait: it says what it waits for, and ends when the signal comes. */
export interface StartWatch {
  readonly signal?: AbortSignal;
  readonly onWait?: (forWhat: string) => void;
}
