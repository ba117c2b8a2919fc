import { findPlaces } from './find-places.ts';

const moved: readonly (readonly [pattern: RegExp, address: string])[] = [
  [/^#error-(\w+)$/, '/docs/errors#$1'],
  [/^#(schema-\w+)$/, '/docs/reference/schemas#$1'],
  [/^#(header-[\w-]+)$/, '/docs/reference#$1'],
];

/** The reference once was one page at `/docs`: links to its anchors lead to where their subjects are now. */
export async function followOldAnchor(): Promise<void> {
  const { hash, pathname } = location;
  if (pathname !== '/docs' || hash.length < 2 || document.getElementById(hash.slice(1)) !== null) return;
  const known = moved.find(([pattern]) => pattern.test(hash));
  if (known !== undefined) return location.replace(hash.replace(known[0], known[1]));
  const places = await findPlaces(decodeURIComponent(hash.slice(1))).catch(() => []);
  const place = places.find(({ address }) => address.endsWith(hash));
  if (place !== undefined) location.replace(place.address);
}
