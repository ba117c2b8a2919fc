import { protocol } from '#contract/launcher.ts';

/**
 * Notifies a page without a launcher that the token in the hash has ended, so that it can load the frame with
 * another.
 */
export function notifySignedOut(origins: readonly string[]): void {
  const [ancestor] = location.ancestorOrigins ?? [];
  for (const origin of origins) {
    if (origin === (ancestor ?? origin)) parent.postMessage({ parley: protocol, t: 'signedout' }, origin);
  }
}
