/** The options that may appear anywhere in any command. */
export interface Globals {
  readonly json: boolean;
  /** The file with the service's settings; null: the environment is the only source. */
  readonly envFile: string | null;
  /** Everything else, in order. */
  readonly words: readonly string[];
  /** What is wrong with the options, as a sentence. */
  readonly problem: string | null;
}

export function parseGlobals(argv: readonly string[]): Globals {
  const words: string[] = [];
  const files: string[] = [];
  let json = false;
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index] ?? '';
    if (word === '--json') json = true;
    else if (word.startsWith('--env-file=')) files.push(word.slice('--env-file='.length));
    else if (word === '--env-file') files.push(argv[++index] ?? '');
    else words.push(word);
  }
  return { json, envFile: files[0] ?? null, words, problem: problemOf(files) };
}

function problemOf(files: readonly string[]): string | null {
  if (files.length > 1) return '--env-file must be given at most once';
  return files[0] === '' ? '--env-file needs the name of a file' : null;
}
