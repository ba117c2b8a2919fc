/**
 * Keeps a form that is being filled in visible with its buttons: where it opens, while it grows, and where a keyboard
 * takes a part of the log. The reader may scroll away from it. Returns what ends it.
 */
export function keepInView(form: HTMLFormElement | null): () => void {
  const log = form?.closest('.log');
  const sizes = new ResizeObserver(() => {
    if (form?.contains(document.activeElement))
      form.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  });
  if (form && log) for (const node of [form, log]) sizes.observe(node);
  return () => sizes.disconnect();
}
