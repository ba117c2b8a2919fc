import { errors } from '../errors.ts';
import type { Arguments } from './read-arguments.ts';

/** What a person is shown of one argument. */
export interface ShownArgument {
  readonly name: string;
  readonly value: string;
}

const mostCharacters = 200;

/** What steers or hides text, and is not text itself: controls, marks of direction, tags, selectors of variants. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

const breaks = /[\t-\r\u0085\u2028\u2029]/g;

/** Every argument as one line; null where one does not fit into it. */
export function shownArguments(given: Arguments): readonly ShownArgument[] | null {
  const shown = Object.entries(given).map(([name, value]) => ({ name: lineOf(name), value: lineOf(value) }));
  return shown.every(({ name, value }) => isShort(name) && isShort(value)) ? shown : null;
}

/** The question of an approval, with the arguments that it names. */
export function questionWith(question: string, given: Arguments): string {
  return question.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => lineOf(given[name]));
}

/** Refuses words of an approval that a person would not see as they are, or of which there is nothing to see. */
export function checkShown(pointer: string, text: string): void {
  if (!text.isWellFormed() || /[\p{Cc}\p{Bidi_Control}]/u.test(text)) {
    throw errors.invalidField(pointer, 'must not contain control characters', 'characters');
  }
  if (lineOf(text) === '') throw errors.invalidField(pointer, 'must say something', 'minLength');
}

function isShort(text: string): boolean {
  return [...text].length <= mostCharacters;
}

function lineOf(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.toWellFormed().replaceAll(breaks, ' ').replaceAll(unseen, '').replaceAll(/\s+/g, ' ').trim();
}
