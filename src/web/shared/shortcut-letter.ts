/** The letter of a key with Ctrl or Command. A keyboard without Latin letters has it where others have theirs. */
export function shortcutLetter({ key, code }: { readonly key: string; readonly code: string }): string {
  return (/^[ -~]$/.test(key) ? key : code.replace(/^Key/, '')).toLowerCase();
}
