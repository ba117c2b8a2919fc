import { type MockScenario, mockPiece } from '../mock/mock-scenario.ts';
import { numberedAnswer } from './auditor-numbers.ts';

/** Every call gets an answer that names the call, so that the audit can tell attempts apart by their text. */
export function numberedAnswers(paceMs = 100): MockScenario {
  let calls = 0;
  return {
    deltas: 14,
    paceMs,
    get texts() {
      return [numberedAnswer(++calls), ...Array.from({ length: 13 }, (_, index) => mockPiece(index))];
    },
  };
}
