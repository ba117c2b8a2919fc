import { withoutInvisible } from '../prompt/fence.ts';

const control = /(?![\t\n])\p{Cc}/gu;
const softHyphens = /\u00ad/g;

/**
 * Text as it is stored and found: what a reader cannot see is gone, because it would part words and hide instructions,
 * and a letter is always the same character. PostgreSQL stores no NUL.
 */
export function cleanText(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').toWellFormed();
  return withoutInvisible(lines).replace(softHyphens, '').replace(control, ' ').normalize('NFC');
}
