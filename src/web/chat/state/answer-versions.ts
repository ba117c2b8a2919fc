import type { Answer } from './answer.ts';
import type { Turn } from './turn.ts';

export function addVersion(turn: Turn, answer: Answer): void {
  turn.answers.value = [...turn.answers.value, answer];
  turn.shown.value = turn.answers.value.length - 1;
}

export function removeVersion(turn: Turn, answer: Answer): void {
  turn.answers.value = turn.answers.value.filter((version) => version !== answer);
  turn.shown.value = Math.max(0, turn.answers.value.length - 1);
}
