import type { Action } from '#contract/answers/action.ts';
import type { CallableTool } from '../clients/tool-server.ts';
import { type ModelCandidate, modelReference } from '../models/choose-model.ts';
import type { CountedCall } from '../models/counted-call.ts';
import { tooLongToCall } from '../models/model-error.ts';
import type { AskedCalls, ModelRequest, ModelStep } from '../models/model-provider.ts';
import { presentAction } from '../tools/action.ts';
import { decidingMs } from '../tools/tool-call.ts';
import type { LiveTurn } from './live-turn.ts';
import { whileRunning } from './note-calls.ts';
import { tokensOfBytes } from './prompt.ts';
import { mustAnswer, planStep } from './steps/plan-step.ts';
import { sendCalls } from './steps/send-calls.ts';
import { shownStatus } from './steps/shown-status.ts';
import { StepListener } from './steps/step-listener.ts';
import type { AttemptKey, StepStore } from './steps/step-store.ts';
import { definitionOf, type StoredCall, type StoredStep, type TurnTools } from './steps/turn-tools.ts';

export interface StepOptions {
  readonly tools: TurnTools;
  readonly steps: StepStore;
  /** The time that the tools of one turn may take together; default 60 s. */
  readonly toolMs?: number;
}

/** The steps of one attempt: what its model has asked for, and what became of that. */
export class StepRun {
  readonly #live: LiveTurn;
  readonly #options: StepOptions;
  readonly #offered: readonly CallableTool[];
  readonly #toolMs: number;
  #steps: readonly StoredStep[] = [];
  #spentMs = 0;
  readonly #told = new Set<string>();
  readonly #begunAt = performance.now();

  private constructor(live: LiveTurn, options: StepOptions, offered: readonly CallableTool[]) {
    this.#live = live;
    this.#options = options;
    this.#offered = offered;
    this.#toolMs = options.toolMs ?? 60_000;
  }

  /** Goes on where an earlier attempt was: with its text, and the results that it had. */
  static async begin(live: LiveTurn, options: StepOptions): Promise<StepRun> {
    const offered = await whileRunning(live, () => options.tools.offeredTo(live.turn));
    const { mayAsk = true, hasSteps } = live.turn;
    const usable = offered.filter(({ approval }) => mayAsk || approval.effect === 'read');
    const run = new StepRun(live, options, usable);
    live.mayCall = usable.length > 0;
    if (hasSteps) await run.#takeOver();
    return run;
  }

  /** The models that may be called next: after the first step only its own, which alone can read it as it came. */
  among(candidates: readonly ModelCandidate[]): readonly ModelCandidate[] {
    const origin = this.#steps.at(-1)?.origin;
    const own = candidates.filter((candidate) => modelReference(candidate) === origin);
    return own.length > 0 ? own : candidates.slice(0, origin === undefined ? undefined : 1);
  }

  /** What the turn has to ask a person; null where it goes on by itself. */
  get question(): StoredCall | null {
    return this.#steps.at(-1)?.calls.find(({ status }) => status === 'pending') ?? null;
  }

  /** Ends the answer with its question. */
  ask({ callId: id, question, arguments: given, status }: StoredCall): Action {
    const asked = question ?? '';
    this.listen().onText(asked);
    const decideUntil = new Date(Date.now() + decidingMs);
    return presentAction({ id, question: asked, arguments: given, status, decideUntil });
  }

  /** What the next request says besides its prompt. */
  get asked(): Pick<ModelRequest, 'tools' | 'toolChoice'> {
    if (this.#offered.length === 0) return {};
    return { tools: this.#offered.map(definitionOf), toolChoice: this.#mustAnswer ? 'none' : 'auto' };
  }

  get messages(): readonly ModelStep[] {
    return this.#steps.map(({ origin, text, native, calls }) => ({
      role: 'step',
      origin,
      text,
      native,
      calls: calls.map(({ id, name, arguments: text }) => ({ id, name, arguments: text })),
      results: calls.map(({ id, result }) => ({
        id,
        text: result?.text ?? '',
        isError: result?.isError ?? true,
      })),
    }));
  }

  /** What its prompt has no room for because of the tools and the steps. */
  get tokens(): number {
    if (this.#offered.length === 0 && this.#steps.length === 0) return 0;
    return tokensOfBytes(Buffer.byteLength(JSON.stringify([this.asked.tools, this.messages])));
  }

  /** Hears the next call to a model, whose text begins behind that of the last step. */
  listen(): StepListener {
    const isBehindText = this.#live.bytes > 0 && this.#steps.length > 0;
    return new StepListener(this.#live, isBehindText);
  }

  get #mustAnswer(): boolean {
    return this.#offered.length === 0 || this.#leftMs <= 0 || mustAnswer(this.#steps);
  }

  get #leftMs(): number {
    return Math.round(this.#toolMs - this.#spentMs);
  }

  /** Does what the model asks for. False: nothing, because it had to answer. Rejects where its text is too long for a step. */
  async take(
    { calls, native }: AskedCalls,
    origin: string,
    { text }: StepListener,
    counted: readonly CountedCall[],
  ): Promise<boolean> {
    if (this.#mustAnswer) return false;
    if (text === null) throw tooLongToCall();
    this.#live.steps.endThought('done');
    const planned = planStep(calls, this.#offered, this.#steps, this.#live.turn.language);
    const step: StoredStep = { nth: this.#steps.length + 1, origin, text, native, calls: planned };
    const { steps } = this.#options;
    const isStored = await whileRunning(this.#live, () => steps.storeStep(this.#key, step, counted));
    if (!isStored) this.#live.stop({ kind: 'lost' });
    this.#live.signal.throwIfAborted();
    this.#add(await this.#carryOut(step));
    return true;
  }

  #add(step: StoredStep): void {
    this.#steps = [...this.#steps, step];
    this.#live.toolResults = this.#steps.flatMap(({ calls }) =>
      calls.map(({ result }) => result?.text ?? ''),
    );
  }

  async #takeOver(): Promise<void> {
    const { steps } = this.#options;
    const stored = await whileRunning(this.#live, () => steps.takeOver(this.#key));
    const isAnothers = this.#live.turn.confirmedAt !== undefined;
    for (const step of stored) {
      if (isAnothers) this.#silence(step);
      else this.listen().onText(step.text);
      this.#add(await this.#carryOut(step));
    }
  }

  /** Readers of the turn that has asked were told of these. */
  #silence({ calls }: StoredStep): void {
    for (const { callId, status } of calls) if (status !== 'open') this.#told.add(callId);
  }

  /** Sends what is open until nothing is. */
  async #carryOut(step: StoredStep): Promise<StoredStep> {
    const { tools, steps } = this.#options;
    const { turn, signal } = this.#live;
    let { calls } = step;
    for (;;) {
      this.#tell(calls);
      const open = calls.filter(({ status }) => status === 'open');
      if (open.length === 0) return { ...step, calls };
      const work = async () => {
        const outcomes = await this.#timed((time) =>
          sendCalls(open, {
            ...{ turn, offered: this.#offered, calls: tools.calls, now: this.#now },
            ...{ signal, time },
          }),
        );
        if (outcomes.length > 0)
          calls = await whileRunning(this.#live, () => steps.storeOutcomes(this.#key, step.nth, outcomes));
      };
      if (open.some(({ tool }) => tool?.effect === 'write')) await this.#live.write.during(work);
      else await work();
      signal.throwIfAborted();
    }
  }

  async #timed<T>(work: (time: AbortSignal) => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const leftMs = this.#leftMs;
    const result = await work(leftMs > 0 ? AbortSignal.timeout(leftMs) : AbortSignal.abort());
    this.#spentMs += performance.now() - startedAt;
    return result;
  }

  /** What its model was not offered is nothing that a reader sees. */
  #tell(calls: readonly StoredCall[]): void {
    for (const { callId, tool, status } of calls) {
      const isShown = tool !== null && status !== 'pending' && !this.#told.has(callId);
      if (isShown) this.#live.steps.tool(callId, tool.label, shownStatus(status));
    }
  }

  /** The time of the database, from which the tools were read. */
  readonly #now = (): Date => {
    const readAt = this.#offered[0]?.server.readAt ?? new Date();
    return new Date(readAt.getTime() + performance.now() - this.#begunAt);
  };

  get #key(): AttemptKey {
    const { clientId, conversationId, id: turnId, attempt } = this.#live.turn;
    return { clientId, conversationId, turnId, attempt };
  }
}
