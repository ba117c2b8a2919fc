/** Marks the section that is being read, in the contents of the page and in the list of operations. */
export function followReading(): void {
  const links = new Map<string, HTMLAnchorElement[]>();
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.heading-link, .operation-link')) {
    const id = decodeURIComponent(link.hash.slice(1));
    links.set(id, [...(links.get(id) ?? []), link]);
  }
  const headings = [...links.keys()].flatMap((id) => document.getElementById(id) ?? []);
  if (headings.length === 0) return;
  let current: string | null = null;
  const follow = () => {
    const line = innerHeight / 4;
    const read = headings.findLast((heading) => heading.getBoundingClientRect().top <= line) ?? headings[0];
    if (read === undefined || read.id === current) return;
    for (const link of links.get(current ?? '') ?? []) link.removeAttribute('aria-current');
    current = read.id;
    for (const link of links.get(current) ?? []) {
      link.setAttribute('aria-current', 'true');
      keepInView(link);
    }
  };
  let waits = false;
  const followSoon = () => {
    if (waits) return;
    waits = true;
    requestAnimationFrame(() => {
      waits = false;
      follow();
    });
  };
  addEventListener('scroll', followSoon, { passive: true });
  addEventListener('resize', followSoon);
  follow();
}

/** Scrolls the list, never the page. */
function keepInView(link: HTMLElement): void {
  const list = link.closest<HTMLElement>('nav');
  if (list === null || list.scrollHeight <= list.clientHeight) return;
  const [{ top, bottom }, frame] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
  if (top < frame.top + 48) list.scrollTop += top - frame.top - 48;
  else if (bottom > frame.bottom - 48) list.scrollTop += bottom - frame.bottom + 48;
}
