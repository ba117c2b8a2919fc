import { appendFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { LedgerLine } from './ledger-line.ts';
import { type Asked, type Plan, planFor, randomFrom, wires } from './vendor-answer.ts';

/**
 * A vendor of models in a process of its own: `node vendor.ts --ledger <file> --seed <number>`. It speaks two protocols,
 * refuses, breaks off and forgets to count at random, and writes a line into its ledger at the end of each call.
 */
const { values } = parseArgs({ options: { ledger: { type: 'string' }, seed: { type: 'string' } } });
const { ledger = '', seed = '0' } = values;
const random = randomFrom(Number(seed));

const server = createServer((request, response) => {
  void serve(request, response).catch(() => response.destroy());
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`The vendor listens on ${typeof address === 'object' ? address?.port : ''}\n`);
});
process.once('SIGTERM', () => {
  server.close();
  server.closeIdleConnections();
});
// A caller that is killed leaves sockets with errors.
server.on('clientError', (_error, socket) => socket.destroy());

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const at = Date.now();
  const name = request.url?.includes('/messages') ? 'anthropic' : 'openai';
  const asked = askedIn(JSON.parse(await text(request)));
  const plan = planFor(asked, random);
  const said: { -readonly [Name in keyof LedgerLine]: LedgerLine[Name] } = {
    at,
    model: asked.model,
    turn: /turn-\d+/.exec(asked.prompt)?.[0] ?? '',
    isTitle: asked.isTitle,
    end: 'cut',
    input: null,
    read: null,
    written: null,
    output: null,
  };
  response.once('close', () => appendFileSync(ledger, `${JSON.stringify(said)}\n`));
  await answer(name, plan, response, said);
}

async function answer(
  name: keyof typeof wires,
  plan: Plan,
  response: ServerResponse,
  said: { -readonly [Name in keyof LedgerLine]: LedgerLine[Name] },
): Promise<void> {
  const wire = wires[name];
  if (plan.refuses !== null) {
    said.end = 'refused';
    const isBusy = plan.refuses === 'busy';
    response.writeHead(isBusy ? 503 : 400, { 'content-type': 'application/json' });
    response.end(JSON.stringify(wire.refusal(isBusy ? 'overloaded' : 'invalid_request_error')));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (event: object | string) => {
    if (response.destroyed) throw new Error('the caller has left');
    response.write(`data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`);
  };
  const sayInput = () => {
    if (!plan.saysTokens) return;
    said.input = plan.input;
    said.read = plan.read;
    said.written = plan.written;
  };
  for (const event of wire.begin(plan)) send(event);
  if (wire.saysInputFirst) sayInput();
  for (let nth = 0; nth < plan.pieces; nth += 1) {
    if (nth === plan.breaksAfter) return void response.destroy();
    send(wire.piece(`word${nth} `));
    if (plan.paceMs > 0) await delay(plan.paceMs);
  }
  for (const event of wire.end(plan)) send(event);
  sayInput();
  if (plan.saysTokens) said.output = plan.output;
  said.end = 'completed';
  response.end();
}

interface Body {
  readonly model: string;
  readonly messages: readonly { readonly content: unknown }[];
  readonly max_completion_tokens?: number;
  readonly max_tokens?: number;
  readonly reasoning_effort?: string;
  readonly output_config?: object;
}

function askedIn(body: Body): Asked {
  const last = body.messages.at(-1)?.content;
  return {
    model: body.model,
    prompt: typeof last === 'string' ? last : JSON.stringify(last),
    isTitle: body.max_completion_tokens === 20 || body.max_tokens === 20,
    hasEffort: body.reasoning_effort !== undefined || body.output_config !== undefined,
  };
}
