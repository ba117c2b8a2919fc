import { readFileSync } from 'node:fs';
import { ConfigProblem, type ConfigProblems } from './config-problems.ts';
import { JsonReader } from './json-reader.ts';
import { type Limits, readLimits } from './limits.ts';
import { type ModelChoice, modelChoice, oneOf } from './parsers.ts';
import { type ProviderSettings, readProviders } from './providers.ts';

export interface ConfigFile {
  readonly providers: readonly ProviderSettings[];
  /** Models to fall back to when the chosen one fails, best first. */
  readonly fallback: readonly ModelChoice[];
  readonly titles: Titles;
  readonly limits: Limits;
}

/** The author of the title of a hosted conversation: its first question, or the model that answers it. */
export type Titles = (typeof titleAuthors)[number];

const titleAuthors = ['first_words', 'model'] as const;

/** The settings of the JSON file at `path`, or the defaults without one. */
export function readConfigFile(
  path: string | null,
  environment: Readonly<Record<string, string | undefined>>,
  problems: ConfigProblems,
): ConfigFile {
  const content = path === null ? {} : problems.attempt('PARLEY_CONFIG', () => parsedFile(path), {});
  const file = new JsonReader(content, 'PARLEY_CONFIG:', problems);
  const providers = readProviders(file.objects('providers'), environment);
  const fallback = file.texts('fallback', modelChoice);
  const titles = file.text('titles', oneOf(titleAuthors), 'first_words');
  const limits = readLimits(file.object('limits'));
  file.refuseOthers();
  return { providers, fallback, titles, limits };
}

function parsedFile(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    throw new ConfigProblem(`names a file that cannot be read${reason}: ${path}`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    // The parser's own message quotes the file, which may contain a pasted key, so only the position is shown.
    const [place] = /line \d+ column \d+/.exec(String(error)) ?? [];
    throw new ConfigProblem(
      `names a file that is not JSON${place === undefined ? '' : `, at ${place}`}: ${path}`,
    );
  }
}
