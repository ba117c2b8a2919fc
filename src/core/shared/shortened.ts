const longest = 200;

/** Names invented by a request may be as long as the request. */
export function shortened(pointer: string): string {
  return pointer.length > longest ? `${pointer.slice(0, longest)}…`.toWellFormed() : pointer;
}
