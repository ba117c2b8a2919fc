import type { FrameMessage, HostMessage, TokenReason } from '#contract/launcher.ts';
import { TokenUnavailable } from './token-keeper.ts';

type TokenReply = Extract<HostMessage, { t: 'token' | 'token_failed' }>;

const answerMs = 20_000;

/** Requests for tokens over the port, and their replies. */
export function createTokenQuestions(send: (message: FrameMessage) => void) {
  const open = new Map<number, PromiseWithResolvers<string>>();
  let count = 0;

  return {
    ask(reason: TokenReason): Promise<string> {
      count += 1;
      const id = count;
      const question = Promise.withResolvers<string>();
      open.set(id, question);
      const timer = setTimeout(() => question.reject(new TokenUnavailable(false)), answerMs);
      send({ t: 'token', id, reason });
      return question.promise.finally(() => {
        clearTimeout(timer);
        open.delete(id);
      });
    },
    /** A reply without a waiting request is dropped. */
    take(answer: TokenReply): void {
      const question = open.get(answer.id);
      if (answer.t === 'token') question?.resolve(answer.token);
      else question?.reject(new TokenUnavailable(answer.final));
    },
  };
}
