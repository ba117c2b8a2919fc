export interface NoticeAction {
  readonly label: string;
  readonly run: () => void;
}

/** Something that went wrong, in words, with the actions against it. */
export interface Notice {
  readonly message: string;
  readonly actions: readonly NoticeAction[];
}
