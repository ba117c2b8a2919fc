/** Cookies have no part in this, and no answer may be kept. Runtimes without either may refuse to be told so. */
const wanted: readonly RequestInit[] = [{ credentials: 'omit' }, { cache: 'no-store' }];

let accepted: RequestInit | undefined;

/** How requests are made: as strictly as this runtime can be told. */
export function requestModes(): RequestInit {
  accepted ??= Object.assign({}, ...wanted.filter(isAccepted));
  // `error` would do, but some edge runtimes know `follow` and `manual` only.
  return { ...accepted, redirect: 'manual' };
}

/** Browsers hide what a redirect says, others show its status. */
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
