import { isPlainText } from '#contract/context.ts';
import { errors } from '../errors.ts';

/** Refuses text that cannot be stored; `pointer` says where in the request it is. */
export function checkText(text: string, pointer: string): void {
  if (!isPlainText(text)) {
    throw errors.invalidField(pointer, 'must not contain NUL or lone surrogates', 'characters');
  }
}
