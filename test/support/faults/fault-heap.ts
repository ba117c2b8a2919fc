import type { TestService } from '../world/process.ts';

/** Makes a process report its heap: `NODE_OPTIONS` for `liveMegabytes`. */
export const inspected = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())';

/** The live memory of a process; its resident size says nothing about that. */
export async function liveMegabytes(service: TestService): Promise<number> {
  const [, address = ''] = await service.printed(/Debugger listening on (ws:\S+)/);
  const socket = new WebSocket(address);
  try {
    await eventOf(socket, 'open');
    // What the first collection finalizes, the second one frees.
    await ask(socket, 1, 'HeapProfiler.collectGarbage', {});
    await ask(socket, 2, 'HeapProfiler.collectGarbage', {});
    const { result } = await ask(socket, 3, 'Runtime.evaluate', { expression });
    return Math.round(result.result.value / 1024 / 1024);
  } finally {
    socket.close();
  }
}

interface Answer {
  readonly id: number;
  readonly result: { readonly result: { readonly value: number } };
}

async function ask(socket: WebSocket, id: number, method: string, params: object): Promise<Answer> {
  const answered = eventOf(socket, 'message');
  socket.send(JSON.stringify({ id, method, params }));
  const event = await answered;
  const answer: Answer = JSON.parse(event instanceof MessageEvent ? event.data : '{}');
  if (answer.id !== id) throw new Error(`no answer to ${method}`);
  return answer;
}

function eventOf(socket: WebSocket, name: string): Promise<Event> {
  return new Promise((resolve, reject) => {
    socket.addEventListener(name, resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error('the inspector is gone')), { once: true });
  });
}
