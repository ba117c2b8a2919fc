const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  copy: '©',
  times: '×',
  euro: '€',
  rarr: '→',
};

/** Character references as text. The result only ever becomes a text node or an address to be judged. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w+));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return Object.hasOwn(named, name) ? (named[name] ?? whole) : whole;
    return fromCodePoint(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal));
  });
}

function fromCodePoint(point: number): string {
  const forbidden = point === 0 || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff);
  return forbidden ? '\ufffd' : String.fromCodePoint(point);
}
