import { type Signal, signal } from '@preact/signals';
import type { Message } from '#contract/resources.ts';
import { type Answer, answerOf } from './answer.ts';

/** A question and every version of its answer. */
export interface Turn {
  readonly key: string;
  /** Null while the question is on an earlier page that has not been loaded. */
  readonly question: Signal<string | null>;
  readonly answers: Signal<readonly Answer[]>;
  /** Which version is shown. */
  readonly shown: Signal<number>;
  /** Sent from this page: it moves to the top and its answer grows below. */
  readonly fresh: boolean;
}

export function createTurn(question: string | null, answers: readonly Answer[], fresh = false): Turn {
  return {
    key: crypto.randomUUID(),
    question: signal(question),
    answers: signal(answers),
    shown: signal(Math.max(0, answers.length - 1)),
    fresh,
  };
}

/** Messages, oldest first, as turns: an answer joins the question that it replies to. */
export function groupTurns(messages: readonly Message[]): Turn[] {
  const turns = new Map<string, { question: string | null; answers: Answer[] }>();
  let latest = '';
  for (const message of messages) {
    if (message.role === 'user') {
      latest = message.message_uuid;
      turns.set(latest, { question: message.content, answers: [] });
    } else {
      const key = message.reply_to ?? latest;
      const turn = turns.get(key) ?? { question: null, answers: [] };
      turn.answers.push(answerOf(message));
      turns.set(key, turn);
    }
  }
  return [...turns].map(([key, { question, answers }]) => ({ ...createTurn(question, answers), key }));
}
