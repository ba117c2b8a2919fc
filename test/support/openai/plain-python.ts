import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { OpenClient } from './client-script.ts';

const program = join(import.meta.dirname, 'plain_client.py');

/** Python without any package. */
export const plainPython: OpenClient = (baseUrl, key) => {
  async function* run(
    what: string,
    messages: object = [],
    signal?: AbortSignal,
  ): AsyncGenerator<string, void> {
    const words = [program, what, baseUrl, key, JSON.stringify(messages)];
    const child = spawn('python3', words, { stdio: ['ignore', 'pipe', 'pipe'] });
    const closed = once(child, 'close');
    signal?.addEventListener('abort', () => child.kill());
    let complaint = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint += text;
    });
    yield* child.stdout.setEncoding('utf8');
    const [code] = await closed;
    const status = Number(/status (\d+)/.exec(complaint)?.[1]);
    if (code !== 0 && !signal?.aborted) throw Object.assign(new Error(complaint), { status });
  }
  const all = async (what: string, messages?: object) => {
    let text = '';
    for await (const piece of run(what, messages)) text += piece;
    return text;
  };
  return {
    models: async () => (await all('models')).split('\n'),
    complete: (messages) => all('complete', messages),
    stream: (messages, signal) => run('stream', messages, signal),
  };
};
