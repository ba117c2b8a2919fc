import { errors } from '../errors.ts';
import type { Caller } from './caller.ts';

interface DeepDiveOptions {
  readonly deepDive: boolean;
  /** The last question is answered again. */
  readonly retry: boolean;
}

/**
 * The policy flag comes first. Then, on hosted routes, only administrators may request Deep Dive for a new prompt.
 */
export function checkDeepDive(caller: Caller, options: DeepDiveOptions): void {
  if (!options.deepDive) return;
  if (!caller.client.deepDiveEnabled) throw errors.deepDiveNotEnabled();
  if (!options.retry && caller.kind === 'hosted' && !caller.admin) throw errors.deepDiveFirstSend();
}
