const protocols = ['http:', 'https:', 'mailto:'];
const maxLength = 2048;

/**
 * The URL that a link of an answer may lead to, or null. Only absolute web and mail URLs are accepted, as the browser
 * itself parses them; a URL with a user name in it hides its target.
 */
export function safeLink(href: string): string | null {
  if (href.length > maxLength || !URL.canParse(href)) return null;
  const url = new URL(href);
  if (!protocols.includes(url.protocol)) return null;
  return url.username === '' && url.password === '' ? url.href : null;
}

/** The host that an image would have been loaded from, or null when the address has none. */
export function hostOf(href: string): string | null {
  return URL.canParse(href) ? new URL(href).host || null : null;
}
