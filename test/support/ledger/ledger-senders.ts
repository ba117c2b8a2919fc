import { request } from 'node:http';
import type { TestService } from '../world/process.ts';
import type { LedgerClient } from './ledger-world.ts';
import { randomFrom } from './vendor-answer.ts';

export interface SenderOptions {
  readonly turns: number;
  readonly atOnce: number;
  readonly seed: number;
  readonly clients: readonly LedgerClient[];
  /** The processes that answer now. */
  readonly serving: () => readonly TestService[];
  /** Awaited before each turn, with its number. */
  readonly before: (nth: number) => Promise<unknown>;
  /** Called after each turn, with how many there were. */
  readonly onTurn: (sent: number) => void;
}

/**
 * Sends turns of every kind, some at once: streams that are read, jobs, streams that their reader cancels, Deep Dives,
 * and questions on hosted pages, whose conversations get titles. A process may be killed meanwhile: its questions are not sent again.
 */
export async function sendTurns(options: SenderOptions): Promise<void> {
  const random = randomFrom(options.seed);
  let begun = 0;
  let sent = 0;
  const send = async () => {
    while (begun < options.turns) {
      const nth = begun++;
      await options.before(nth);
      const word = `turn-${nth}`;
      const kind = random();
      const { clients } = options;
      const client = clients[kind < 0.05 ? 0 : Math.floor(random() * clients.length)];
      const services = options.serving();
      const service = services[Math.floor(random() * services.length)];
      if (client === undefined || service === undefined) throw new Error('there is no process to ask');
      await sendOne({ kind, word, client, service }).catch(() => {});
      options.onTurn(++sent);
    }
  };
  await Promise.all(Array.from({ length: options.atOnce }, send));
}

interface One {
  /** From 0 to 1. */
  readonly kind: number;
  readonly word: string;
  readonly client: LedgerClient;
  readonly service: TestService;
}

async function sendOne({ kind, word, client, service }: One): Promise<void> {
  const context = { external_user_id: `user-${word}` };
  const post = (path: string, body: object) =>
    fetch(`${service.origin}/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const prompt = `What is ${word}?`;
  if (kind < 0.05) {
    await (await post('/stream', { prompt, context, options: { detailed_response: true } })).text();
  } else if (kind < 0.15) {
    const options = { on_disconnect: 'cancel' };
    const response = await post('/stream', { prompt: `${prompt} Tell it slowly.`, context, options });
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
  } else if (kind < 0.25) {
    const { token }: { token: string } = JSON.parse(await (await post('/hosted-session', context)).text());
    await askHosted(service, client, token, prompt);
  } else if (kind < 0.45) {
    await (await post('/jobs', { prompt, context })).text();
  } else {
    await (await post('/stream', { prompt, context })).text();
  }
}

function askHosted(service: TestService, client: LedgerClient, token: string, prompt: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request({
      host: '127.0.0.1',
      port: service.port,
      path: '/chat/stream',
      method: 'POST',
      headers: {
        host: `${client.slug}.localhost:${service.port}`,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
    });
    asked.on('response', (response) => response.resume().on('close', resolve).on('error', reject));
    asked.on('error', reject);
    asked.end(JSON.stringify({ prompt }));
  });
}
