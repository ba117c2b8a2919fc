import { ContextProblem, type Facts, readFacts, readPage, type VisitedPage } from '#contract/context.ts';
import { errors } from '../errors.ts';

/** The facts that a request has at this place; null without any. `bytes`: how long they may be. */
export function checkFacts(value: unknown, pointer: string, bytes?: number): Facts | null {
  return value === undefined ? null : unlessEmpty(readFacts(value, bytes), pointer);
}

export function checkPage(value: unknown, pointer: string): VisitedPage | null {
  return value === undefined ? null : unlessEmpty(readPage(value), pointer);
}

function unlessEmpty<T extends object>(read: T | ContextProblem, pointer: string): T | null {
  if (read instanceof ContextProblem)
    throw errors.invalidField(`${pointer}${read.pointer}`, read.detail, read.code);
  return Object.keys(read).length > 0 ? read : null;
}
