const growsByItself = CSS.supports('field-sizing', 'content');

/** For browsers whose text areas do not grow with their content. The style sheet sets the largest height. */
export function growWithText(area: HTMLTextAreaElement | null): void {
  if (growsByItself || area === null) return;
  area.style.blockSize = 'auto';
  area.style.blockSize = `${area.scrollHeight}px`;
}
