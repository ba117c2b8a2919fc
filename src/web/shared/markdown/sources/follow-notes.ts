/** Leads from a reference to its footnote and back without changing the address, which names the conversation. */
export function followNotes(host: HTMLElement): void {
  host.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
    const target = link && host.querySelector(link.getAttribute('href') ?? '');
    if (!(target instanceof HTMLElement)) return;
    event.preventDefault();
    target.focus({ preventScroll: true });
    target.scrollIntoView({ block: 'nearest' });
  });
}
