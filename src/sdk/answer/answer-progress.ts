import { UnexpectedAnswerError } from '../errors.ts';
import type { Action, Citation, FinishReason, Usage } from '../wire.ts';
import type { AnswerEvent } from './answer-event.ts';

/** A whole answer, or the text of a cancelled one. */
export interface AnswerResult {
  /** The text of the last attempt. */
  readonly text: string;
  /** A model wrote the text. */
  readonly aiGenerated: true;
  readonly finishReason: FinishReason;
  /** What the marks of the text cite, in their order; null where no document was looked at. */
  readonly citations: readonly Citation[] | null;
  /** The addresses of the text that are not the model's own; null where no document was looked at, and no tool used. */
  readonly links: readonly string[] | null;
  /** What the answer asks its reader before a tool changes something. */
  readonly actions: readonly Action[];
  readonly jobUuid: string;
  readonly conversationUuid: string;
  readonly messageUuid: string;
  /** The meters with this answer; undefined for one that was only followed. */
  readonly usage: Usage | undefined;
}

/** The known part of an answer: enough to resume it after a broken connection. */
export class AnswerProgress {
  jobUuid: string | undefined;
  conversationUuid: string | undefined;
  messageUuid: string | undefined;
  /** `<attempt>.<bytes>` of the text that was yielded. */
  cursor: string | undefined;
  /** The text of the current attempt. */
  text = '';
  usage: Usage | undefined;
  finishReason: FinishReason | undefined;
  citations: readonly Citation[] | null = null;
  links: readonly string[] | null = null;
  actions: readonly Action[] = [];

  constructor(known: { jobUuid?: string; cursor?: string | undefined } = {}) {
    this.jobUuid = known.jobUuid;
    this.cursor = known.cursor;
  }

  /** The headers name the answer before its first event does. */
  readHeaders(headers: Headers): void {
    this.jobUuid ??= headers.get('x-job-id') ?? undefined;
    this.conversationUuid ??= headers.get('x-conversation-id') ?? undefined;
    this.messageUuid ??= headers.get('x-message-id') ?? undefined;
  }

  apply(event: AnswerEvent): void {
    switch (event.type) {
      case 'meta':
        this.jobUuid = event.job_uuid;
        this.conversationUuid = event.conversation_uuid;
        this.messageUuid = event.message_uuid;
        this.usage = event.usage ?? this.usage;
        break;
      case 'delta':
        this.text += event.text;
        break;
      case 'reset':
        this.text = '';
        break;
      case 'usage':
        this.usage = event.usage;
        break;
      case 'done':
        this.messageUuid = event.message_uuid;
        this.finishReason = event.finish_reason;
        // A service of an earlier version has none of these.
        this.citations = event.citations ?? null;
        this.links = event.links ?? null;
        this.actions = event.actions ?? [];
        break;
      case 'queue':
      case 'step':
        break;
    }
  }

  toResult(finishReason: FinishReason): AnswerResult {
    const { text, citations, links, actions, usage, jobUuid, conversationUuid, messageUuid } = this;
    if (jobUuid === undefined || conversationUuid === undefined || messageUuid === undefined) {
      throw new UnexpectedAnswerError('The answer did not say which job, conversation and message it is');
    }
    return {
      ...{ text, aiGenerated: true, finishReason, citations, links, actions },
      ...{ jobUuid, conversationUuid, messageUuid, usage },
    };
  }
}
