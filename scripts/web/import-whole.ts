import { join } from 'node:path';
import type { Plugin } from 'vite';

const wrapper = join(import.meta.dirname, '../../src/web/shared/import-whole.ts');

/**
 * Vite wraps each dynamic import to load the styles of its chunk first. Chunks that the pages load later have no
 * styles of their own, so the wrapper is one of the pages, which also gets the name of the file.
 */
export function importWhole(): Plugin {
  return {
    name: 'import-whole',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith('vite/preload-helper.js')) return null;
      return `export { importWhole as __vitePreload } from ${JSON.stringify(wrapper)};`;
    },
    renderChunk(code) {
      return { code: code.replaceAll(/(\w+\()(\(\) => import\(("[^"]+")\))/g, '$1$3, $2'), map: null };
    },
  };
}
