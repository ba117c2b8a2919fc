/**
 * The path in a form that the router can read. A path that is not percent-encoded UTF-8, or contains NUL, which no
 * stored name can, is taken literally and is then unknown like any other name. So is a fragment, which no client
 * sends. A target that is not a path, such as `*` or an absolute address, is a path that no route has.
 */
export function readablePath(target: string): string {
  const url = target.startsWith('/') ? target : `/${target}`;
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  if (!/[%#]/.test(path)) return url;
  const literal = isEncodedText(path) ? path : path.replaceAll('%', '%25');
  return literal.replaceAll('#', '%23') + (end < 0 ? '' : url.slice(end));
}

function isEncodedText(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\0');
  } catch {
    return false;
  }
}
