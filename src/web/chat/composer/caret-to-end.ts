/** Focuses a field after its last character, and scrolls to it. */
export function caretToEnd(field: HTMLTextAreaElement | null): void {
  if (field === null) return;
  field.focus();
  placeCaret(field);
}

export function placeCaret(field: HTMLTextAreaElement): void {
  field.setSelectionRange(field.value.length, field.value.length);
  field.scrollTop = field.scrollHeight;
}
