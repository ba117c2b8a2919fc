import { partComments } from './comments.ts';
import type { SourceFile } from './source-files.ts';

const codeFile = /\.(?:[cm]?[jt]sx?|sql|css)$/;
const documentFile = /(?<!CHANGELOG)\.md$/;
/** Released migrations, which the schema repeats, and the first records of decisions: none of them is rewritten. */
const frozen =
  /^(?:database\/schema\.sql$|test\/fixtures\/|docs\/decisions\/00(?:0\d|1[0-5])-|database\/migrations\/00(?:0\d|10)-)/;

const beginning = /^(?:Of|Who|Whoever|Whom|Whose)\b/;
// Split, so that this line does not find itself.
const words = new RegExp(
  `\\b(?:${['no' + 'body', 'some' + 'body', 'who' + 'ever', 'a' + 'new', 'for ' + 'ever', "one's " + 'own'].join('|')})\\b`,
  'i',
);

/** Sentences of comments and documents that leave the reader to guess who does what. */
export function findVagueWording(files: readonly SourceFile[]): readonly string[] {
  return files
    .filter(({ path }) => !frozen.test(path))
    .flatMap((file) => {
      if (codeFile.test(file.path)) return findInComments(file);
      return documentFile.test(file.path) ? findInText(file.path, file.text.split('\n')) : [];
    });
}

function findInComments(file: SourceFile): readonly string[] {
  const { path, comments } = partComments(file);
  const begun = comments.flatMap((comment, index) => {
    const match = (comments[index - 1] ?? '') === '' ? beginning.exec(comment) : null;
    return match === null
      ? []
      : [`${path}:${index + 1} begins with "${match[0]}": name the thing itself first`];
  });
  return [...begun, ...findInText(path, comments)];
}

function findInText(path: string, lines: readonly string[]): readonly string[] {
  return lines.flatMap((line, index) => {
    const match = words.exec(line.replaceAll(/`[^`]*`/g, ''));
    if (match === null) return [];
    return [`${path}:${index + 1} says "${match[0]}": say client, caller, user, process, again or forever`];
  });
}
