/** The chat takes no files. Unless a page refuses one, Firefox and Safari open it in place of the page. */
export function refuseFiles(): () => void {
  const done = new AbortController();
  const refuse = (event: DragEvent) => {
    const { dataTransfer } = event;
    if (!dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    // The pointer then shows that nothing can be dropped here.
    dataTransfer.dropEffect = 'none';
  };
  addEventListener('dragover', refuse, { signal: done.signal });
  addEventListener('drop', refuse, { signal: done.signal });
  return () => done.abort();
}
