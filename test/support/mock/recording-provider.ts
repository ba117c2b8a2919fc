import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** A prompt as it arrived. */
export interface RecordedPrompt {
  readonly method: string;
  readonly path: string;
  /** Names and values in the order in which they were sent. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** A local server that speaks all wires, answers with one text, and keeps the bytes of every prompt. */
export class RecordingProvider implements AsyncDisposable {
  readonly prompts: RecordedPrompt[] = [];
  /** What it answers from now on. */
  answer = 'An answer.';
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => void this.#receive(request, response));
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get origin(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the provider does not listen');
    return `http://127.0.0.1:${address.port}`;
  }

  /** The prompt that arrived last. */
  get last(): RecordedPrompt {
    const prompt = this.prompts.at(-1);
    if (prompt === undefined) throw new Error('no prompt has arrived');
    return prompt;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '', rawHeaders } = request;
    const body = await text(request);
    // Health asks for the models.
    if (method === 'GET') return void response.end('{"data":[],"models":[]}');
    this.prompts.push({ method, path, headers: pairs(rawHeaders), body });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(eventsAt(path, this.answer).map(asEvent).join(''));
  }
}

function pairs(list: readonly string[]): (readonly [string, string])[] {
  return list.flatMap((name, index) => (index % 2 === 0 ? [[name, list[index + 1] ?? ''] as const] : []));
}

function eventsAt(path: string, answer: string): readonly object[] {
  if (path.endsWith('/chat/completions')) {
    return [
      { choices: [{ index: 0, delta: { role: 'assistant', content: answer } }] },
      { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    ];
  }
  if (path.endsWith('/responses')) {
    return [
      { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: answer },
      { type: 'response.completed', response: { status: 'completed' } },
    ];
  }
  if (path.endsWith('/messages')) {
    return [
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: answer } },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
      { type: 'message_stop' },
    ];
  }
  const content = { role: 'model', parts: [{ text: answer }] };
  return [{ candidates: [{ content, finishReason: 'STOP' }] }];
}

function asEvent(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}
