import { createTurn, type Turn } from '../state/turn.ts';

/** Inserts an earlier page before the turns that are shown, and joins a turn that the page boundary had split. */
export function joinEarlier(earlier: readonly Turn[], shown: readonly Turn[]): Turn[] {
  const [first, ...rest] = shown;
  const last = earlier.at(-1);
  if (first === undefined || last === undefined || last.uuid.value !== first.uuid.value) {
    return [...earlier, ...shown];
  }
  const answers = [...last.answers.value, ...first.answers.value];
  const { question, uuid, replaces } = last;
  const parts = { question: question.value, uuid: uuid.value, replaces, answers, fresh: first.fresh };
  const joined = { ...createTurn(parts), key: first.key };
  joined.shown.value = last.answers.value.length + first.shown.value;
  return [...earlier.slice(0, -1), joined, ...rest];
}
