import { protocol } from '#contract/launcher.ts';

/** A page without a launcher hears that the token behind the hash has ended: it can load the frame with another. */
export function notifySignedOut(origins: readonly string[]): void {
  const [ancestor] = location.ancestorOrigins ?? [];
  for (const origin of origins) {
    if (origin === (ancestor ?? origin)) parent.postMessage({ parley: protocol, t: 'signedout' }, origin);
  }
}
