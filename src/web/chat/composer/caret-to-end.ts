/** Focuses a field behind its last character, and shows that. */
export function caretToEnd(field: HTMLTextAreaElement | null): void {
  if (field === null) return;
  field.focus();
  placeCaret(field);
}

export function placeCaret(field: HTMLTextAreaElement): void {
  field.setSelectionRange(field.value.length, field.value.length);
  field.scrollTop = field.scrollHeight;
}
