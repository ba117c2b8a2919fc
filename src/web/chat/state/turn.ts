import { type Signal, signal } from '@preact/signals';
import type { Message } from '#contract/resources.ts';
import { type Answer, answerOf } from './answer.ts';

/** A question and every version of its answer. */
export interface Turn {
  readonly key: string;
  /** The question's. Null until the service has stored it. */
  readonly uuid: Signal<string | null>;
  /** Null while the question is on an earlier page that has not been loaded. */
  readonly question: Signal<string | null>;
  /** The question that this one has replaced. */
  readonly replaces: string | null;
  readonly answers: Signal<readonly Answer[]>;
  /** Which version is shown. */
  readonly shown: Signal<number>;
  /** Sent from this page: it moves to the top and its answer grows below. */
  readonly fresh: boolean;
  /** How many versions of the question there are; null until they have been read. */
  readonly versionCount: Signal<number | null>;
}

interface TurnParts {
  readonly question: string | null;
  readonly answers: readonly Answer[];
  readonly uuid?: string | null;
  readonly replaces?: string | null;
  readonly fresh?: boolean;
}

export function createTurn({
  question,
  answers,
  uuid = null,
  replaces = null,
  fresh = false,
}: TurnParts): Turn {
  return {
    key: uuid ?? crypto.randomUUID(),
    uuid: signal(uuid),
    question: signal(question),
    replaces,
    answers: signal(answers),
    shown: signal(Math.max(0, answers.length - 1)),
    fresh,
    versionCount: signal(null),
  };
}

/** Messages, oldest first, as turns: an answer joins the question that it replies to. */
export function groupTurns(messages: readonly Message[]): Turn[] {
  const turns = new Map<string, { question: string | null; replaces: string | null; answers: Answer[] }>();
  let latest = '';
  for (const message of messages) {
    if (message.role === 'user') {
      latest = message.message_uuid;
      turns.set(latest, { question: message.content, replaces: message.replaces, answers: [] });
    } else {
      const key = message.reply_to ?? latest;
      const turn = turns.get(key) ?? { question: null, replaces: null, answers: [] };
      turn.answers.push(answerOf(message));
      turns.set(key, turn);
    }
  }
  return [...turns].map(([uuid, parts]) => createTurn({ ...parts, uuid }));
}
