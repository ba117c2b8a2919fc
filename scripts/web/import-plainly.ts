import type { Plugin } from 'vite';

/**
 * Vite wraps each dynamic import to load the styles of its chunk first. Chunks that the pages load
 * later have no styles of their own, so the wrapper is left empty.
 */
export function importPlainly(): Plugin {
  return {
    name: 'import-plainly',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith('vite/preload-helper.js')) return null;
      return 'export const __vitePreload = (load) => load();';
    },
  };
}
