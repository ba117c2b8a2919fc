/** Whether a key pressed at `target` goes into a field. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, textarea, select, [contenteditable]');
}
