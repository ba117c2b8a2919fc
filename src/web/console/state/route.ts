import { type Signal, signal } from '@preact/signals';
import { queryOf } from '#client/call.ts';
import { type SectionName, sectionNames } from '../sections.ts';

export type Filters = Readonly<Record<string, string>>;

/** What the page shows, as its address states it: `/partners/acme?tab=limits`. */
export interface Route {
  readonly section: SectionName;
  /** The item that is open in the section, such as the slug of a partner. */
  readonly name: string | null;
  readonly filters: Filters;
}

export function parseRoute({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Route {
  const [, first = '', name = ''] = pathname.split('/');
  return {
    section: sectionNames.find((known) => known === first) ?? 'overview',
    name: name === '' ? null : decode(name),
    filters: Object.fromEntries(new URLSearchParams(search)),
  };
}

/** The address of a section, for links. */
export function addressOf(section: SectionName, name: string | null = null, filters: Filters = {}): string {
  const path = section === 'overview' ? '/' : `/${section}`;
  return `${path}${name === null ? '' : `/${encodeURIComponent(name)}`}${queryOf(filters)}`;
}

/** Follows the browser's history, and links inside the console without loading the page again. */
export function createRoute(): Signal<Route> {
  const route = signal(parseRoute(location));
  addEventListener('popstate', () => {
    route.value = parseRoute(location);
  });
  document.addEventListener('click', (event) => {
    const address = ownLink(event);
    if (address === null) return;
    event.preventDefault();
    goTo(route, address);
  });
  return route;
}

export function goTo(route: Signal<Route>, address: string): void {
  history.pushState(null, '', address);
  route.value = parseRoute(location);
  scrollTo(0, 0);
}

/** Changes the filters without a step in the history: typing would leave one for each letter. */
export function filterRoute(route: Signal<Route>, filters: Filters): void {
  const { section, name } = route.peek();
  history.replaceState(null, '', addressOf(section, name, filters));
  route.value = parseRoute(location);
}

/** The path of a plain click on a link of this page; null when the browser shall follow the link. */
function ownLink(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || link.target !== '' || link.origin !== location.origin) return null;
  return link.hasAttribute('download') || link.hash !== '' ? null : link.pathname + link.search;
}

/** An address typed by hand may be malformed. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
