/** For parts that do not draw the composer. Does nothing while there is none. */
export function focusComposer(options?: FocusOptions): void {
  document.querySelector<HTMLElement>('.composer textarea')?.focus(options);
}

/** On a touch screen, the focus would bring up a keyboard that covers the conversation. */
export function focusComposerUnlessTouch(): void {
  if (matchMedia('(hover: hover)').matches) focusComposer();
}
