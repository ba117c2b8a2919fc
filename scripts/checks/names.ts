import { partComments } from './comments.ts';
import type { SourceFile } from './source-files.ts';

const codeFile = /\.(?:[cm]?[jt]sx?|sql|css|html|json)$/;
const documentFile = /(?<!CHANGELOG)\.md$/;
const word = /[A-Za-z_$][\w$]*/g;
/** At least two parts, joined by a capital or an underscore: a name and not an English word. */
const identifier = /\b[A-Za-z][a-z]*(?:[A-Z][a-z]+\d*)+\b|\b[a-z]+(?:_[a-z0-9]+)+\b/g;
const fileName = /\b[\w-]+\.(?:tsx?|sql)\b/g;
const codeSpan = /`([^`]+)`/g;

/** Names of other programs, and patterns of file names. */
const foreign = new Set([
  'GitHub',
  'IncompleteRead',
  'NNNN-name.sql',
  'N-name.sql',
  'tcp_wmem',
  'waitForFunction',
]);

/**
 * Finds names in comments and documents that no code contains any more. Records of decisions and the changelog
 * describe the past, so they may keep theirs, and a guide for those who come from another product names its parts.
 */
export function findLostNames(files: readonly SourceFile[]): readonly string[] {
  const judged = files.filter(
    ({ path }) => !/^(?:test\/fixtures|docs\/decisions)\/|^docs\/from-[\w-]+\.md$/.test(path),
  );
  const parted = judged.filter(({ path }) => codeFile.test(path)).map(partComments);
  const known = new Set([...foreign, ...files.map(({ path }) => path.split('/').at(-1) ?? '')]);
  for (const { code } of parted)
    for (const line of code) for (const [name] of line.matchAll(word)) known.add(name);
  const documents = judged
    .filter(({ path }) => documentFile.test(path))
    .map(({ path, text }) => ({ path, comments: text.split('\n').map(codeSpansOf) }));
  return [...parted, ...documents].flatMap(({ path, comments }) =>
    comments.flatMap((comment, index) =>
      namesIn(comment)
        .filter((name) => !known.has(name))
        .map((name) => `${path}:${index + 1} names ${name}, which is nowhere in the code`),
    ),
  );
}

/** A document has names in code spans only; its other words are prose. */
function codeSpansOf(line: string): string {
  return Array.from(line.matchAll(codeSpan), ([, span]) => span).join(' ');
}

function namesIn(text: string): readonly string[] {
  if (text.startsWith('biome-ignore')) return [];
  return [identifier, fileName].flatMap((pattern) => Array.from(text.matchAll(pattern), ([name]) => name));
}
