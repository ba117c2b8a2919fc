import { errors } from '../errors.ts';
import type { Caller } from './caller.ts';

interface DeepDiveOptions {
  readonly detailedResponse: boolean;
  readonly retry: boolean;
}

/**
 * The policy flag comes first. Then, on hosted routes, only administrators may request Deep Dive for a new prompt.
 */
export function checkDeepDive(caller: Caller, options: DeepDiveOptions): void {
  if (!options.detailedResponse && !options.retry) return;
  if (!caller.client.deepDiveEnabled) throw errors.deepDiveNotEnabled();
  const isNewPrompt = options.detailedResponse && !options.retry;
  if (isNewPrompt && caller.kind === 'hosted' && !caller.admin) throw errors.deepDiveFirstSend();
}
