const protocols = ['http:', 'https:', 'mailto:'];
const maxLength = 2048;

/**
 * The address that a link of an answer may lead to, or null. Only absolute addresses of the web and
 * mail pass, as the browser itself reads them; one with a user name in it hides where it leads.
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
