import { createTurn, type Turn } from '../state/turn.ts';

/** Inserts an earlier page before the turns that are shown, and joins a turn that the page boundary had split. */
export function joinEarlier(earlier: readonly Turn[], shown: readonly Turn[]): Turn[] {
  const [first, ...rest] = shown;
  const last = earlier.at(-1);
  if (first === undefined || last?.key !== first.key) return [...earlier, ...shown];
  const answers = [...last.answers.value, ...first.answers.value];
  const joined = { ...createTurn(last.question.value, answers, first.fresh), key: first.key };
  return [...earlier.slice(0, -1), joined, ...rest];
}
