/** While an input method composes, Enter chooses a candidate; Safari reports that only as 229. */
export function isSendKey(event: KeyboardEvent): boolean {
  if (event.isComposing || event.keyCode === 229) return false;
  return event.key === 'Enter' && !event.shiftKey && !event.altKey;
}
