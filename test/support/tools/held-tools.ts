import type { ToolAnswer, ToolClient } from '#core/tools/tool-client.ts';

/** Answers when it is told to, and is unclear about what is cut. */
export class HeldTools implements ToolClient {
  asked = 0;
  readonly #waiting: (() => void)[] = [];

  call(_request: unknown, signal: AbortSignal): Promise<ToolAnswer> {
    this.asked += 1;
    const answer = { text: '', errorCode: null, bytes: 0 };
    return new Promise((resolve) => {
      this.#waiting.push(() => resolve({ ...answer, outcome: 'result' }));
      signal.addEventListener('abort', () => resolve({ ...answer, outcome: 'unclear' }));
    });
  }

  /** Resolves once whatever follows from the answer has been asked. */
  async answerNext(): Promise<void> {
    this.#waiting.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
}
