import type { Admission } from '#core/turn/admission/admission.ts';

export type Ending = 'completed' | 'partial' | 'stopped' | 'given back';

interface ModelMessage {
  readonly id: string;
  readonly content: string;
  /** Null for a question. */
  readonly replyTo: string | null;
  readonly turnId: string;
  readonly seq: number;
  isSetAside: boolean;
}

type Asked = Pick<Admission, 'turnId' | 'userMessageId' | 'messageId' | 'prompt' | 'retry' | 'replaces'>;

/** What a conversation with versions holds, kept in the simplest way: a list in which messages are marked. */
export class VersionModel {
  readonly #stored: ModelMessage[] = [];
  /** Answers that have a place and no text yet. */
  readonly #pending = new Map<string, Omit<ModelMessage, 'content'>>();
  #nextSeq = 1;
  /** Requests that are charged. */
  used = 0;

  /** In their order, those that are set aside included. */
  get messages(): readonly ModelMessage[] {
    return this.#stored.toSorted((a, b) => a.seq - b.seq);
  }

  /** The questions that can be replaced. */
  get questions(): readonly string[] {
    return this.#questions(false);
  }

  get replaced(): readonly string[] {
    return this.#questions(true);
  }

  /** Admits a turn. */
  ask(asked: Asked): void {
    this.used += 1;
    if (asked.replaces !== null) this.#setAside(asked.replaces);
    if (!asked.retry) {
      const content = asked.prompt ?? '';
      this.#stored.push({ ...this.#place(asked, asked.userMessageId), content, replyTo: null });
    }
    const question = asked.retry ? this.questions.at(-1) : asked.userMessageId;
    this.#pending.set(asked.turnId, { ...this.#place(asked, asked.messageId), replyTo: question ?? '' });
  }

  answer(turnId: string, content: string, ending: Ending): void {
    const place = this.#pending.get(turnId);
    if (place === undefined) throw new Error('the turn was not asked for');
    this.#pending.delete(turnId);
    this.#stored.push({ ...place, content });
    if (ending === 'given back') this.used -= 1;
  }

  /** What the prompt of a pending turn has before its question, newest first. */
  historyOf(turnId: string): string[] {
    const question = this.#stored.find(({ id }) => id === this.#pending.get(turnId)?.replyTo);
    const before = this.messages.filter(
      ({ seq, isSetAside, content }) => !isSetAside && content !== '' && seq < (question?.seq ?? 0),
    );
    const latest = new Map(before.map((message) => [message.replyTo ?? message.id, message]));
    return before
      .filter((message) => message.replyTo === null || latest.get(message.replyTo) === message)
      .map(({ content }) => content)
      .toReversed();
  }

  #questions(isSetAside: boolean): string[] {
    return this.messages
      .filter((message) => message.replyTo === null && message.isSetAside === isSetAside)
      .map(({ id }) => id);
  }

  #setAside(questionId: string): void {
    const from = this.#stored.find(({ id }) => id === questionId)?.seq ?? this.#nextSeq;
    for (const message of [...this.#stored, ...this.#pending.values()]) {
      if (message.seq >= from) message.isSetAside = true;
    }
  }

  #place({ turnId }: Asked, id: string) {
    return { id, turnId, seq: this.#nextSeq++, isSetAside: false };
  }
}
