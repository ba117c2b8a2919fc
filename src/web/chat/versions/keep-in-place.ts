/** Leaves the focused control where it is on the screen, whatever `change` puts above or below it. */
export async function keepInPlace(change: () => Promise<void>): Promise<void> {
  const control = document.activeElement;
  const scroller = control?.closest('.log');
  const top = control?.getBoundingClientRect().top ?? 0;
  await change();
  requestAnimationFrame(() => {
    if (control && scroller) scroller.scrollTop += control.getBoundingClientRect().top - top;
  });
}
