import { errors } from '../errors.ts';
import { breaks, hidesSomething, unseen } from './hidden-characters.ts';
import type { Arguments } from './read-arguments.ts';

/** What a person is shown of one argument. */
export interface ShownArgument {
  readonly name: string;
  readonly value: string;
}

const mostCharacters = 200;

/** Every argument as one line; null where one does not fit into it. */
export function shownArguments(given: Arguments): readonly ShownArgument[] | null {
  const shown = Object.entries(given).map(([name, value]) => ({ name: lineOf(name), value: lineOf(value) }));
  return shown.every(({ name, value }) => isShort(name) && isShort(value)) ? shown : null;
}

/** Whether a tool would be sent more than its person sees on the line of each argument. */
export function hidesFromPerson(given: Arguments): boolean {
  return Object.entries(given)
    .flat()
    .some((part) => hidesSomething(textOf(part)));
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
  return textOf(value).replaceAll(breaks, ' ').replaceAll(unseen, '').replaceAll(/\s+/g, ' ').trim();
}

function textOf(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();
}
