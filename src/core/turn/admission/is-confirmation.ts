import type { Admission } from './admission.ts';

/** A turn that sends what a person has said yes to: the turn that asked was charged. */
export function isConfirmation({ action }: Pick<Admission, 'action'>): boolean {
  return action !== undefined && action !== null;
}
