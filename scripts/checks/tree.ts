import type { SourceFile } from './source-files.ts';

/**
 * The annotated tree of ARCHITECTURE.md: a fenced block with the info string `tree`, two spaces of
 * indent a level, a name (folders end in `/`), two or more spaces, one line that says what it is for.
 */
const block = /^```tree\n([\s\S]*?)^```$/m;

/** Documentation comments at the start of a line, with the name of the export that follows, if any. */
const documented =
  /^(?:\/\*\*?|<!--)((?:(?!\*\/|-->)[\s\S])*)(?:\*\/|-->)(?:\nexport (?:abstract |async )?(?:class|const|function|interface|type) (\w+))?/gm;

/** Path → note. Folders end in `/`. */
type Tree = ReadonlyMap<string, string>;

/** What the tree in `document` lacks, still names although it is gone, or names without a note. */
export function findTreeProblems(document: string, paths: readonly string[]): readonly string[] {
  const tree = parseTree(document);
  const wanted = withFolders(paths);
  return [
    ...wanted.filter((path) => !tree.has(path)).map((path) => `${path} is missing in the tree`),
    ...[...tree.keys()].filter((path) => !wanted.includes(path)).map((path) => `${path} is gone`),
    ...wanted.filter((path) => tree.get(path) === '').map((path) => `${path} has no note in the tree`),
  ];
}

/**
 * The document with its tree brought up to date. Existing notes are kept; a new file's note is the first sentence of
 * a documentation comment in it, and stays empty (a problem) when there is none.
 */
export function writeTree(document: string, files: readonly SourceFile[]): string {
  const notes = parseTree(document);
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const lines = withFolders([...texts.keys()]).map((path) => {
    const note = notes.get(path) || describe(path, texts.get(path) ?? '');
    return formatLine(path, note);
  });
  return document.replace(block, () => `\`\`\`tree\n${lines.join('\n')}\n\`\`\``);
}

export function parseTree(document: string): Tree {
  const tree = new Map<string, string>();
  const folders: string[] = [];
  for (const line of (block.exec(document)?.[1] ?? '').split('\n')) {
    const [, indent = '', name = '', note = ''] = /^( *)(\S+) *(.*)$/.exec(line) ?? [];
    if (name === '') continue;
    const depth = indent.length / 2;
    folders.length = Math.min(folders.length, depth);
    tree.set(folders.join('') + name, note);
    if (name.endsWith('/')) folders.push(name);
  }
  return tree;
}

/** Every folder, and the files beside the layers: inside a layer the names of the files are its tree. */
function withFolders(paths: readonly string[]): readonly string[] {
  const all = new Set(paths.filter((path) => path.split('/').length <= 2));
  for (const path of paths) {
    for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
      all.add(path.slice(0, end + 1));
    }
  }
  return [...all].sort((left, right) => sortKey(left).localeCompare(sortKey(right), 'en'));
}

// '0' marks a file and '1' a folder at the level where two paths part, so files sort first.
function sortKey(path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  return parts
    .map((part, index) => (index < parts.length - 1 || path.endsWith('/') ? `1${part}` : `0${part}`))
    .join(' ');
}

function formatLine(path: string, note: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  const name = (parts.at(-1) ?? '') + (path.endsWith('/') ? '/' : '');
  const indent = '  '.repeat(parts.length - 1);
  return note === '' ? indent + name : `${(indent + name).padEnd(38)}  ${note}`;
}

/** The comment of the export that the file is named after, or else of its first export, or else the first one. */
function describe(path: string, text: string): string {
  const comments = [...text.matchAll(documented)].map(([, comment = '', name = '']) => ({ comment, name }));
  const namesake = comments.find(({ name }) => toKebabCase(name) === baseName(path));
  const first = namesake ?? comments.find(({ name }) => name !== '') ?? comments[0];
  return first === undefined ? '' : firstSentence(first.comment);
}

function firstSentence(comment: string): string {
  const plain = comment
    .replaceAll(/^\s*\* ?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ \([^)]*\)/g, '')
    .trim();
  const sentence = /^(.*?[.:;])(?:\s|$)/.exec(plain)?.[1] ?? plain;
  return sentence.replace(/[.:;]$/, '');
}

function toKebabCase(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase();
}

function baseName(path: string): string {
  return (path.split('/').at(-1) ?? '').replace(/\..*$/, '');
}
