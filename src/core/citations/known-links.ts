/** The most addresses of an answer that are told apart. */
const mostLinks = 50;

/** An address with a scheme, one that begins with www, or one of mail: a page makes links of these. */
const address = /(?:https?:\/\/|mailto:|www\.)[^\s<>"`]+|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/giu;
/** What may stand behind an address without belonging to it. */
const lastSign = /[)\]}.,;:!?*_~'"|>’”»]$/u;
const mostLastSigns = 16;
/** No address that leads anywhere is longer. */
const longestAddress = 2_048;

/**
 * The addresses of an answer that stand in these texts, exactly as they are written. A model may have made up any other,
 * or put into it what it has read.
 */
export function knownLinks(answer: string, texts: readonly string[]): string[] {
  const written = new Set(addressesIn(answer));
  if (written.size === 0) return [];
  const known = new Set<string>();
  for (const text of texts) {
    for (const each of addressesIn(text)) if (written.has(each)) known.add(each);
  }
  return [...written].filter((each) => known.has(each)).slice(0, mostLinks);
}

/** Each address as it stands, and without the signs at its end. */
function* addressesIn(text: string): Generator<string, void> {
  for (const [found] of text.matchAll(address)) {
    if (found.length > longestAddress) continue;
    yield found;
    for (let end = found.length; found.length - end < mostLastSigns; end -= 1) {
      if (!lastSign.test(found.charAt(end - 1))) break;
      yield found.slice(0, end - 1);
    }
  }
}
