import { createTextReader } from '../load/text-reader.ts';
import { freePort } from '../support/free-port.ts';
import { startProgram } from '../support/program.ts';

export interface AnswerShape {
  readonly deltas: number;
  /** 0: the whole answer at once. */
  readonly paceMs: number;
}

export interface MockProvider extends AsyncDisposable {
  readonly pid: number;
  readonly port: number;
  readonly origin: string;
  /** CRC-32 of the text of each of its answers. */
  readonly digest: number;
}

export async function startMock(shape: AnswerShape): Promise<MockProvider> {
  const port = await freePort();
  const flags = ['--port', String(port), '--deltas', String(shape.deltas), '--pace', String(shape.paceMs)];
  const program = await startProgram({ arguments: ['test/support/mock/mock-provider.ts', ...flags], port });
  const origin = `http://127.0.0.1:${port}`;
  return {
    pid: program.pid,
    port,
    origin,
    digest: await answerDigest(origin, shape),
    [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
  };
}

/** Sends one request first, except where an answer takes minutes by design and is never read to its end. */
async function answerDigest(origin: string, shape: AnswerShape): Promise<number> {
  if (shape.deltas * shape.paceMs > 60_000) return 0;
  const body = '{"model":"mock","stream":true,"messages":[{"role":"user","content":"Hello"}]}';
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${origin}/v1/chat/completions`, { method: 'POST', headers, body });
  const text = createTextReader('openai');
  text.push(Buffer.from(await answer.arrayBuffer()));
  return text.digest();
}
