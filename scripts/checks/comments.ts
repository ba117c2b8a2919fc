import type { SourceFile } from './source-files.ts';

/** The lines of a file, split into code and the text of comments; both keep their line numbers. */
interface PartedFile {
  readonly path: string;
  readonly code: readonly string[];
  /** Empty on a line without a comment. */
  readonly comments: readonly string[];
}

const sqlComment = /--(.*)$/;
/** Biome formats blocks so that each of their lines begins with one of these. */
const wholeLine = /^\s*(?:\/\/|\/\*\*?|\*\/?)(?![^\s*/])(.*)$/;
const atTheEnd = /\s\/\/ (.*)$/;

/** Patterns suffice because Biome formats the code; a comment behind a `//` inside a string counts as one, too. */
export function partComments({ path, text }: SourceFile): PartedFile {
  const patterns = path.endsWith('.sql') ? [sqlComment] : [wholeLine, atTheEnd];
  const lines = text.split('\n').map((line) => {
    const found = patterns.map((pattern) => pattern.exec(line)).find((match) => match !== null);
    return found === undefined
      ? { code: line, comment: '' }
      : { code: line.slice(0, found.index), comment: (found[1] ?? '').replace(/\*\/\s*$/, '').trim() };
  });
  return { path, code: lines.map(({ code }) => code), comments: lines.map(({ comment }) => comment) };
}
