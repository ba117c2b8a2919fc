import type { ChatOptions } from '#contract/chat.ts';
import type { TurnKind } from '#contract/jobs.ts';
import { errors } from '../errors.ts';

/** The options that make an answer one more version of an earlier one. */
const versionOptions = ['think_harder_retry', 'regenerate'] as const;

/** What a request does to the versions of its conversation. */
export interface AskedVersion {
  /** Answers the last question again instead of asking a new one. */
  readonly retry: boolean;
}

/** Checks that the options of a request ask for one version at most. */
export function askedVersion(options: ChatOptions, kind: TurnKind): AskedVersion {
  const [first, second] = versionOptions.filter((name) => options[name] === true);
  if (second !== undefined) {
    throw errors.invalidField(`/options/${second}`, `must not be sent with ${first}`, 'not');
  }
  if (first === 'regenerate' && options.detailed_response === true) {
    throw errors.invalidField('/options/detailed_response', 'must not be sent with regenerate', 'not');
  }
  if (kind === 'stream' && options.if_busy === 'queue') {
    throw errors.invalidField(
      '/options/if_busy',
      'must be reject or interrupt: queue is for /jobs only',
      'enum',
    );
  }
  return { retry: first !== undefined };
}
