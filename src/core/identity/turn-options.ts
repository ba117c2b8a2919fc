import { errors } from '../errors.ts';
import type { Caller } from './caller.ts';
import { requireScope } from './gate.ts';

interface DeepDiveOptions {
  readonly deepDive: boolean;
  /** The last question is answered again. */
  readonly retry: boolean;
}

/** Trying the client's own instructions is for those who may change them. */
export function checkGuidance(caller: Caller, { guidance }: { readonly guidance: string | null }): void {
  if (guidance === null) return;
  if (caller.kind !== 'api' && !caller.admin) throw errors.adminRequired();
  requireScope(caller, 'guidance');
}

/**
 * The policy flag comes first. Then, on hosted routes, only administrators may request Deep Dive for a new prompt.
 */
export function checkDeepDive(caller: Caller, options: DeepDiveOptions): void {
  if (!options.deepDive) return;
  if (!caller.client.deepDiveEnabled) throw errors.deepDiveNotEnabled();
  if (!options.retry && caller.kind === 'hosted' && !caller.admin) throw errors.deepDiveFirstSend();
}
