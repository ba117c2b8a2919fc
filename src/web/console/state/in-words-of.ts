import { RequestFailed } from '#client/request-failed.ts';
import type { FieldError } from '#contract/errors.ts';
import { WordedFailure } from '../../administration/state/worded-failure.ts';
import { wordsForField } from './words-for-failure.ts';

export interface FormWords {
  /** The labels of its fields, by the pointer to what they send. */
  readonly labels: Readonly<Record<string, string>>;
  /** What it says of a mistake itself, by pointer and code, such as `/amend required`. */
  readonly mistakes?: Readonly<Record<string, string>>;
}

/** Does the work of a form; a refusal calls the fields what the form calls them. */
export async function inWordsOf<T>(form: FormWords, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const fields = (error instanceof RequestFailed && error.problem?.errors) || [];
    if (fields.length === 0) throw error;
    throw new WordedFailure(fields.map((field) => wordsIn(form, field)).join(' '));
  }
}

/** One field may send a list, of which an item is refused. */
function wordsIn({ labels, mistakes = {} }: FormWords, field: FieldError): string {
  const pointer = field.pointer.replace(/\/\d+$/, '');
  return mistakes[`${pointer} ${field.code}`] ?? wordsForField(field, labels[pointer]);
}
