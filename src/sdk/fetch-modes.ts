/** No cookies are sent and no response is cached. Runtimes without cookies or a cache may reject these options. */
const wanted: readonly RequestInit[] = [{ credentials: 'omit' }, { cache: 'no-store' }];

let accepted: RequestInit | undefined;

/** The strictest request options that this runtime accepts. */
export function requestModes(): RequestInit {
  accepted ??= Object.assign({}, ...wanted.filter(isAccepted));
  // `error` would be enough, but some edge runtimes only know `follow` and `manual`.
  return { ...accepted, redirect: 'manual' };
}

/** Browsers hide the status of a redirect, other runtimes show it. */
export function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304);
}

/** Cloudflare's runtime throws for a mode that it does not implement. */
function isAccepted(mode: RequestInit): boolean {
  try {
    new Request('https://localhost/', mode);
    return true;
  } catch {
    return false;
  }
}
