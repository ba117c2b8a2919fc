/**
 * A provider that costs next to nothing: `node bench/programs/mock-provider.ts --port N --deltas 50 --pace 20`.
 * Answers every chat completion with the same text over the OpenAI wire: a role chunk, the deltas one every
 * `--pace` milliseconds (all in one write when 0), usage, `[DONE]`.
 */
import { createServer, type ServerResponse } from 'node:http';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    deltas: { type: 'string', default: '50' },
    pace: { type: 'string', default: '20' },
  },
});
const deltaCount = Number(values.deltas);
const paceMs = Number(values.pace);

const role = event({ choices: [choice({ role: 'assistant', content: '' }, null)] });
const deltas = Array.from({ length: deltaCount }, (_, index) =>
  event({ choices: [choice({ content: `word${index} ` }, null)] }),
);
const usage = { prompt_tokens: 20, completion_tokens: deltaCount, total_tokens: 20 + deltaCount };
const end = `${event({ choices: [choice({}, 'stop')] })}${event({ choices: [], usage })}data: [DONE]\n\n`;
const whole = Buffer.from([role, ...deltas, end].join(''));
const pieces = deltas.map((delta, index) => Buffer.from(index === 0 ? role + delta : delta));
const lastPiece = Buffer.from(end);

const server = createServer((request, response) => {
  request.resume().on('end', () => answer(response));
});
server.keepAliveTimeout = 60_000;
server.listen(Number(values.port), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));

function answer(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  if (paceMs === 0) response.end(whole);
  else pace(response);
}

function pace(response: ServerResponse): void {
  let next = 0;
  const step = () => {
    const piece = pieces[next];
    next += 1;
    if (piece !== undefined) response.write(piece);
    else {
      clearInterval(timer);
      response.end(lastPiece);
    }
  };
  const timer = setInterval(step, paceMs);
  response.on('close', () => clearInterval(timer));
  step();
}

function event(fields: object): string {
  const frame = {
    id: 'chatcmpl-bench',
    object: 'chat.completion.chunk',
    created: 0,
    model: 'mock',
    ...fields,
  };
  return `data: ${JSON.stringify(frame)}\n\n`;
}

function choice(delta: object, finishReason: string | null): object {
  return { index: 0, delta, finish_reason: finishReason };
}
