import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** A piece of the documentation that can be cited. */
export interface Section {
  /** Relative to the package, with forward slashes. */
  readonly file: string;
  /** The first heading of its file: it says what a section named "Context" is about. */
  readonly page: string;
  readonly heading: string;
  readonly text: string;
  /** An entry of a list of terms, such as `- **Turn**: one prompt and its answer`; its heading is the term. */
  readonly isDefinition: boolean;
}

/** README.md and docs/**\/*.md below `root`, split at their headings. Missing files are skipped. */
export async function readSections(root: string): Promise<Section[]> {
  const names = (await readdir(join(root, 'docs'), { recursive: true }).catch(() => []))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name))
    .sort();
  const files = await Promise.all(
    ['README.md', ...names].map(async (name) => {
      const markdown = await readFile(join(root, name), 'utf8').catch(() => '');
      return sectionsOf(name.split(sep).join('/'), markdown);
    }),
  );
  return files.flat();
}

/** A heading inside a code fence is code. */
function sectionsOf(file: string, markdown: string): Section[] {
  const sections: Section[] = [];
  let page = '';
  let heading = file;
  let lines: string[] = [];
  let fenced = false;
  const close = () => {
    const text = lines.join('\n').trim();
    if (text !== '') sections.push({ file, page, heading, text, isDefinition: false });
    lines = [];
  };
  for (const line of markdown.split(/\r?\n/)) {
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced;
    const [, term, meaning] = (fenced ? null : /^- \*\*(.+?)\*\*: (.+)$/.exec(line)) ?? [];
    if (term !== undefined && meaning !== undefined) {
      sections.push({ file, page, heading: term, text: `**${term}**: ${meaning}`, isDefinition: true });
    }
    const title = fenced ? null : /^#{1,6}\s+(.+?)\s*#*$/.exec(line);
    if (title?.[1] === undefined) {
      lines.push(line);
      continue;
    }
    close();
    heading = title[1].replace(/[`*_]/g, '');
    page ||= heading;
  }
  close();
  return sections;
}
