import { untilDrawn } from '../scrolling/until-drawn.ts';
import type { Reading } from '../state/chat.ts';
import { showWhole } from './show-whole.ts';

/** Prints the whole conversation: what has not been loaded yet would be missing on the paper. */
export async function printConversation(chat: Reading): Promise<void> {
  if (!(await showWhole(chat))) return;
  await untilDrawn();
  window.print();
}
