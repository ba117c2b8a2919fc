import { handleFailure } from '../actions/handle-failure.ts';
import type { Chat, Reading } from '../state/chat.ts';
import { groupTurns, type Turn } from '../state/turn.ts';
import { readVersions } from './read-versions.ts';

/** The versions of a question before the current one. */
const versionsOf = new WeakMap<Turn, readonly (readonly Turn[])[]>();

/** Shows the version that is `step` further than the one on the page. After the last comes the conversation itself. */
export async function showVersion(chat: Reading, turn: Turn, step: 1 | -1): Promise<void> {
  const open = chat.current.value;
  const conversation = open.uuid.value;
  const question = turn.uuid.value;
  if (conversation === null || question === null) return;
  try {
    const versions = versionsOf.get(turn) ?? (await readTurns(chat, conversation, question));
    versionsOf.set(turn, versions);
    turn.versionCount.value = versions.length + 1;
    const shown = open.earlier.value;
    const index = (shown?.replacedBy === turn ? shown.index : versions.length) + step;
    const turns = versions[index];
    open.earlier.value = turns === undefined ? null : { replacedBy: turn, index, turns };
  } catch (error) {
    handleFailure(chat, error);
  }
}

async function readTurns(
  chat: Pick<Chat, 'send'>,
  conversation: string,
  question: string,
): Promise<Turn[][]> {
  const versions = await readVersions(chat.send, conversation, question);
  return versions.map(groupTurns);
}
