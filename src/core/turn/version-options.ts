import type { ChatOptions } from '#contract/chat.ts';
import type { TurnKind } from '#contract/jobs.ts';
import { errors } from '../errors.ts';

/** The options that make an answer, or a question, one more version of an earlier one. */
const versionOptions = ['think_harder_retry', 'regenerate', 'replaces'] as const;
type VersionOption = (typeof versionOptions)[number];

/** What a request does to the versions of its conversation. */
export interface AskedVersion {
  /** Answers the last question again instead of asking a new one. */
  readonly retry: boolean;
  /** The question whose place the new one takes; null without one. */
  readonly replaces: string | null;
}

/** Checks that the options of a request ask for one version at most. */
export function askedVersion(options: ChatOptions, kind: TurnKind): AskedVersion {
  const [first, second] = versionOptions.filter((name) => (options[name] ?? false) !== false);
  if (second !== undefined) {
    throw errors.invalidField(`/options/${second}`, `must not be sent with ${first}`, 'not');
  }
  if (first === 'regenerate' && options.detailed_response === true) {
    throw errors.invalidField('/options/detailed_response', 'must not be sent with regenerate', 'not');
  }
  if (options.if_busy === 'queue') checkQueue(first, kind);
  const replaces = options.replaces?.toLowerCase() ?? null;
  return { retry: first !== undefined && replaces === null, replaces };
}

/** A question cannot wait for the turns that it sets aside. */
function checkQueue(version: VersionOption | undefined, kind: TurnKind): void {
  if (kind === 'job' && version !== 'replaces') return;
  const why = kind === 'stream' ? 'queue is for /jobs only' : 'queue does not go with replaces';
  throw errors.invalidField('/options/if_busy', `must be reject or interrupt: ${why}`, 'enum');
}
