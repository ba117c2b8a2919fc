import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** A few accounts may share a browser; the oldest is forgotten first. */
const mostAccounts = 5;
const bytes = 16;
const shape = /^[\w-]{22}(?:\.[\w-]{22}){1,5}$/;

/**
 * Browsers in which an account has signed in before. The cookie holds a random device id and, for each account, a
 * signature over both, so nothing is stored and a device is trusted for those accounts only.
 */
export class KnownDevices {
  readonly #key: Buffer;
  readonly #previousKey: Buffer | null;

  /** Signatures of the previous master secret are recognised, but no longer made. */
  constructor(masterSecret: string, previousSecret: string | null = null) {
    this.#key = keyOf(masterSecret);
    this.#previousKey = previousSecret === null ? null : keyOf(previousSecret);
  }

  /** The device's id when the cookie is valid for this account, or null. */
  recognise(cookie: string | null, tenant: string, email: string): string | null {
    const { id, signatures } = parse(cookie);
    if (id === null) return null;
    const keys = [this.#key, this.#previousKey].filter((key) => key !== null);
    const wanted = keys.map((key) => Buffer.from(sign(key, id, tenant, email)));
    const isKnown = wanted.some((one) =>
      signatures.some((other) => timingSafeEqual(Buffer.from(other), one)),
    );
    return isKnown ? id : null;
  }

  /** The cookie for a browser in which this account has just signed in. */
  remember(cookie: string | null, tenant: string, email: string): string {
    const { id: known, signatures } = parse(cookie);
    const id = known ?? randomBytes(bytes).toString('base64url');
    const signature = sign(this.#key, id, tenant, email);
    const others = signatures.filter((other) => other !== signature).slice(0, mostAccounts - 1);
    return [id, signature, ...others].join('.');
  }
}

function keyOf(masterSecret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterSecret, '', 'parley known devices', 32));
}

function sign(key: Buffer, id: string, tenant: string, email: string): string {
  const mac = createHmac('sha256', key).update(`${id}\n${tenant}\n${email}`).digest();
  return mac.subarray(0, bytes).toString('base64url');
}

function parse(cookie: string | null): {
  readonly id: string | null;
  readonly signatures: readonly string[];
} {
  if (cookie === null || !shape.test(cookie)) return { id: null, signatures: [] };
  const [id = '', ...signatures] = cookie.split('.');
  return { id, signatures };
}
