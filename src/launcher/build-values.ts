/** What the build puts in for names that no code declares. Each name is used here only. */
declare const __PARLEY_LAUNCHER_VERSION__: string;
declare const __PARLEY_LAUNCHER_PARTS__: Readonly<
  Record<string, readonly [openChat: string, chat: string, sha256: string]>
>;

export const version = __PARLEY_LAUNCHER_VERSION__;

/** By language: the names of the button and of the dialog, and the hash of the second file in base64 without the padding. */
export const parts = __PARLEY_LAUNCHER_PARTS__;
