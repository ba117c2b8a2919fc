import { DatabaseUnavailable } from '../errors.ts';
import { type Owner, ownerOfTurn } from '../identity/caller.ts';
import type { SafetyIdentifiers } from '../identity/safety-identifiers.ts';
import { type ModelCandidate, modelReference } from '../models/choose-model.ts';
import { type ConfiguredModels, candidatesOf } from '../models/client-models.ts';
import { type CountedCall, countedCall } from '../models/counted-call.ts';
import { ModelError } from '../models/model-error.ts';
import {
  type CallTokens,
  type ModelCall,
  type ModelListener,
  type ModelResult,
  noTokens,
} from '../models/model-provider.ts';
import { type CallEnd, ObservedCall } from '../models/observed-call.ts';
import { readTitle, titleRequest } from './model-title.ts';
import { titleOf } from './title.ts';
import type { AdmittedTurn } from './turn.ts';

const timeoutMs = 10_000;
/** A text of this many UTF-16 units is no title any more, whatever follows. */
const enoughUnits = 400;
const mostAtOnce = 4;

/** The first question of a conversation whose first answer has just become complete. */
export interface FirstAnswered {
  readonly title: string;
  readonly firstQuestion: string;
}

/** A title call that has begun: it counts as unknown until its end is known. */
export interface BegunTitleCall {
  readonly clientId: number;
  readonly agentSlug: string;
  /** `<provider>/<model>` */
  readonly model: string;
  readonly day: string;
}

export interface TitleStore {
  callBegins(call: Omit<BegunTitleCall, 'day'>): Promise<BegunTitleCall>;
  /** `ended` is null when the call never left the process. */
  callEnded(begun: BegunTitleCall, ended: CountedCall | null): Promise<void>;
  /** Null unless exactly one answer of the conversation is complete. */
  firstAnswered(owner: Owner, conversationId: string): Promise<FirstAnswered | null>;
  /** Changes a title that still is `from`; false when it is not. */
  retitle(owner: Owner, conversationId: string, from: string, to: string): Promise<boolean>;
}

/** `dropped`: the model's text is no title. `skipped`: the process has more urgent work. */
export type TitleOutcome = 'written' | 'dropped' | 'renamed' | 'failed' | 'skipped';

export interface WrittenTitle extends CallTokens {
  readonly outcome: TitleOutcome;
  /** `<provider>/<model>`; null when none was called. */
  readonly model: string | null;
  /** What failed, if something did. */
  readonly error: unknown;
}

export interface TitleWriterOptions extends ConfiguredModels {
  readonly identifiers: SafetyIdentifiers;
  readonly store: TitleStore;
  /** Whether the process has so much to do that a title must not add to it. */
  readonly isBusy: () => boolean;
  readonly onEnd: (turn: AdmittedTurn, title: WrittenTitle) => void;
}

const noCall = { model: null, ...noTokens, error: null };

/**
 * Lets the model that answered first in a hosted conversation name it. A title is a convenience that the operator pays
 * for: it is tried once, on the chosen model only, and its failure says nothing about the provider to anyone else.
 */
export class TitleWriter implements AsyncDisposable {
  readonly #options: TitleWriterOptions;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<void>>();

  constructor(options: TitleWriterOptions) {
    this.#options = options;
  }

  /** Called after an answer was stored as complete; `answer` is its beginning. Never throws, and takes no time. */
  answered(turn: AdmittedTurn, answer: string): void {
    if (!turn.isHosted || this.#closing.signal.aborted) return;
    const writing = this.#write(turn, answer).finally(() => this.#running.delete(writing));
    this.#running.add(writing);
  }

  /** Abandons the titles that are being written. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#running);
  }

  async #write(turn: AdmittedTurn, answer: string): Promise<void> {
    const { store, isBusy, onEnd } = this.#options;
    const owner = ownerOfTurn(turn);
    const isOneTooMany = this.#running.size >= mostAtOnce;
    try {
      const first = await store.firstAnswered(owner, turn.conversationId);
      if (first === null || first.title !== titleOf({ imported: [], prompt: first.firstQuestion })) return;
      if (isOneTooMany || isBusy()) return onEnd(turn, { ...noCall, outcome: 'skipped' });
      const { text, ...call } = await this.#ask(turn, answer);
      if (call.error !== null) {
        if (!this.#closing.signal.aborted) onEnd(turn, { ...call, outcome: 'failed' });
        return;
      }
      const title = readTitle(text);
      if (title === null) return onEnd(turn, { ...call, outcome: 'dropped' });
      const isStored = await store.retitle(owner, turn.conversationId, first.title, title);
      onEnd(turn, { ...call, outcome: isStored ? 'written' : 'renamed' });
    } catch (error) {
      if (this.#closing.signal.aborted || error instanceof DatabaseUnavailable) return;
      onEnd(turn, { ...noCall, outcome: 'failed', error });
    }
  }

  async #ask(turn: AdmittedTurn, answer: string): Promise<Asked> {
    const [candidate] = candidatesOf(turn.client, turn.agent, false, this.#options);
    if (candidate === undefined) {
      throw new ModelError('unavailable', 'no allowed provider is configured', { retryable: false });
    }
    const { store } = this.#options;
    const model = modelReference(candidate);
    const begun = await store.callBegins({ clientId: turn.clientId, agentSlug: turn.agentSlug, model });
    const reply = new Reply(candidate);
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(timeoutMs), reply.enough]);
    const request = {
      ...titleRequest(turn.prompt, answer),
      model: candidate.model,
      safetyIdentifier: this.#options.identifiers.of(candidate.provider, turn),
    };
    const { end, text } = await reply.to(candidate.provider.stream(request, reply, signal));
    await store.callEnded(begun, countedCall(model, 'title', end));
    const { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens } = end;
    return { text, model, inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens, error: reply.error };
  }
}

interface Asked extends CallTokens {
  /** Empty when the model did not come to an end. */
  readonly text: string;
  readonly model: string;
  /** Why the call failed; null where it ended, or where enough was said. */
  readonly error: unknown;
}

/** What the model says, as far as it can be a title. */
class Reply implements ModelListener {
  readonly #enough = new AbortController();
  readonly #call: ObservedCall;
  #end: CallEnd | null = null;
  #text = '';
  error: unknown = null;

  constructor(candidate: ModelCandidate) {
    this.#call = new ObservedCall(candidate, () => (end) => {
      this.#end = end;
    });
  }

  get enough(): AbortSignal {
    return this.#enough.signal;
  }

  onCalled(_call: ModelCall, counted: () => CallTokens): void {
    this.#call.sent(counted);
  }

  onText(text: string): void {
    this.#call.textArrived();
    this.#text += text;
    if (this.#text.length > enoughUnits) this.#enough.abort();
  }

  /** How the call ended, and its text where that came to an end. Never rejects. */
  async to(answer: Promise<ModelResult>): Promise<{ readonly end: CallEnd; readonly text: string }> {
    let text = '';
    try {
      const result = await answer;
      if (result.finishReason === 'stop') text = this.#text;
      this.#call.completed(result);
    } catch (error) {
      if (!this.enough.aborted) this.error = error;
      if (error instanceof ModelError) this.#call.failed(error, null);
      else this.#call.stopped();
    }
    if (this.#end === null) throw new Error('a call has no end');
    return { end: this.#end, text };
  }
}
