import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

export const docsFolder = join(import.meta.dirname, '..', '..', 'docs');

/**
 * A block that a reader can run as it stands. Its info string has a language, the role that runs it (`run`: a partner
 * with PARLEY_URL and PARLEY_KEY; `operator`: a person with access to the service's folder) and a pattern for its
 * output.
 */
export interface GuideBlock {
  readonly guide: string;
  readonly line: number;
  readonly language: 'sh' | 'ts' | 'py';
  readonly reader: 'run' | 'operator';
  readonly pattern: RegExp;
  readonly text: string;
  /** The line above the block that states its requirements; empty when there is none. */
  readonly needs: string;
}

export function readGuideBlocks(): GuideBlock[] {
  return globSync('*.md', { cwd: docsFolder })
    .sort()
    .flatMap((name) => blocksOf(basename(name, '.md'), readFileSync(join(docsFolder, name), 'utf8')));
}

function blocksOf(guide: string, markdown: string): GuideBlock[] {
  const blocks = markdown.matchAll(
    /(?:^\*(Needs .+)\*\n\n)?^```(sh|ts|py) (run|operator) \/(.+)\/\n([\s\S]*?)^```$/gm,
  );
  return [...blocks].map(
    ({ index, 1: needs = '', 2: language, 3: reader, 4: pattern = '', 5: text = '' }) => ({
      guide,
      needs,
      line: markdown.slice(0, index).split('\n').length,
      language: language === 'ts' || language === 'py' ? language : 'sh',
      reader: reader === 'operator' ? reader : 'run',
      pattern: new RegExp(pattern),
      text,
    }),
  );
}
