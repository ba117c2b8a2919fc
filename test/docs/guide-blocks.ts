import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

export const docsFolder = join(import.meta.dirname, '..', '..', 'docs');

/** In the order of the tabs. */
export const guideLanguages = ['bash', 'typescript', 'python', 'php'] as const;

export type GuideLanguage = (typeof guideLanguages)[number];

/**
 * A block that a reader can run as it stands. Its info string has a language, the role that runs it (`run`: a partner
 * with PARLEY_URL and PARLEY_KEY; `operator`: a person with access to the service's folder) and a pattern for its
 * output. Blocks between `<!-- tabs -->` and `<!-- /tabs -->` are one program in several languages: they share the
 * pattern, which stands at the first of them.
 */
export interface GuideBlock {
  readonly guide: string;
  readonly line: number;
  readonly language: GuideLanguage;
  readonly reader: 'run' | 'operator';
  readonly pattern: RegExp;
  readonly text: string;
  /** The line above the block, or above its group, that states its requirements; empty when there is none. */
  readonly needs: string;
  /** The guide and the line of its group; null for a block that stands alone. */
  readonly group: string | null;
}

const fence = /^```(bash|typescript|python|php) (run|operator)(?: \/(.+)\/)?\n([\s\S]*?)^```$/gm;
/** A program that goes on running: the tests know by its name what it has to do. */
export interface GuideServer extends Pick<GuideBlock, 'guide' | 'line' | 'text' | 'needs'> {
  readonly language: 'typescript' | 'python' | 'php';
  readonly name: 'page' | 'receiver' | 'tools';
}

/** A file that a guide gives its readers, which blocks of other guides use. */
export interface GuideFile {
  readonly name: string;
  readonly text: string;
}

const file = /^```\w+ file (\S+)\n([\s\S]*?)^```$/gm;
const server = /^```(typescript|python|php) serve (page|receiver|tools)\n([\s\S]*?)^```$/gm;
const tabs = /^<!-- tabs -->\n([\s\S]*?)^<!-- \/tabs -->$/gm;

export function readGuideBlocks(): readonly GuideBlock[] {
  return globSync('*.md', { cwd: docsFolder })
    .sort()
    .flatMap((name) => blocksOf(basename(name, '.md'), readFileSync(join(docsFolder, name), 'utf8')));
}

export function readGuideFiles(): readonly GuideFile[] {
  return globSync('*.md', { cwd: docsFolder }).flatMap((page) =>
    Array.from(readFileSync(join(docsFolder, page), 'utf8').matchAll(file), ([, name = '', text = '']) => ({
      name,
      text,
    })),
  );
}

export function readGuideServers(): readonly GuideServer[] {
  return globSync('*.md', { cwd: docsFolder }).flatMap((page) => {
    const markdown = readFileSync(join(docsFolder, page), 'utf8');
    return [...markdown.matchAll(server)].map(({ index, 1: language, 2: name, 3: text = '' }) => ({
      guide: basename(page, '.md'),
      line: lineAt(markdown, index),
      language: language === 'python' || language === 'php' ? language : 'typescript',
      name: name === 'receiver' || name === 'tools' ? name : 'page',
      text,
      needs: needsAbove(markdown.slice(0, markdown.slice(0, index).lastIndexOf('<!-- tabs -->'))),
    }));
  });
}

/** Whatever their language is: a fence in one that nothing runs is a mistake. */
export function countMarkedFences(): number {
  return globSync('*.md', { cwd: docsFolder }).flatMap((page) => [
    ...readFileSync(join(docsFolder, page), 'utf8').matchAll(/^```\w+ \S/gm),
  ]).length;
}

function blocksOf(guide: string, markdown: string): readonly GuideBlock[] {
  const groups = [...markdown.matchAll(tabs)].map(({ index, 0: { length } }) => ({
    name: `${guide}:${lineAt(markdown, index)}`,
    from: index,
    to: index + length,
  }));
  let first: { readonly group: string | null; readonly pattern: string } = { group: null, pattern: '' };
  return [...markdown.matchAll(fence)].map(
    ({ index, 1: language, 2: reader, 3: ownPattern, 4: text = '' }) => {
      const group = groups.find(({ from, to }) => from < index && index < to);
      const name = group?.name ?? null;
      const shared = name !== null && first.group === name ? first.pattern : undefined;
      const pattern = ownPattern ?? shared;
      const line = lineAt(markdown, index);
      if (pattern === undefined) throw new Error(`docs/${guide}.md, line ${line} has no pattern`);
      first = { group: name, pattern };
      return {
        guide,
        line,
        language: guideLanguages.find((each) => each === language) ?? 'bash',
        reader: reader === 'operator' ? reader : 'run',
        pattern: new RegExp(pattern),
        text,
        needs: needsAbove(markdown.slice(0, group?.from ?? index)),
        group: name,
      };
    },
  );
}

function lineAt(markdown: string, index: number): number {
  return markdown.slice(0, index).split('\n').length;
}

function needsAbove(before: string): string {
  return /(?:^|\n)\*(Needs [^\n]+)\*\n\n$/.exec(before)?.[1] ?? '';
}
