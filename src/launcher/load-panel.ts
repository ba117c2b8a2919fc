import { parts, version } from './build-values.ts';
import type { startPanel } from './panel/main.ts';

export type PanelPart = { readonly startPanel: typeof startPanel };

let failures = 0;

/**
 * Loads the second file. It has to be the one that this file was built with, so a page that pins the launcher by
 * integrity runs nothing else: the preload compares the hash, and the import takes what was preloaded.
 */
export async function loadPanel(origin: string, locale: string, nonce: string): Promise<PanelPart> {
  // Browsers remember a module that could not be loaded.
  const href = `${origin}/launcher/${version}.${locale}.js${failures ? `?${failures}` : ''}`;
  const link = document.createElement('link');
  try {
    await new Promise((resolve, reject) => {
      Object.assign(link, {
        rel: 'modulepreload',
        crossOrigin: 'anonymous',
        integrity: `sha256-${parts[locale]?.[2]}=`,
        nonce,
        onload: resolve,
        onerror: reject,
        href,
      });
      document.head.append(link);
    });
    return await import(/* @vite-ignore */ href);
  } catch {
    failures++;
    throw new Error(href);
  } finally {
    link.remove();
  }
}
