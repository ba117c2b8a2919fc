import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Event } from '#contract/events/event-log.ts';
import { until } from '../reading/until.ts';

/** One delivery as it arrived. */
export interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly event: Event;
}

export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly received: readonly Received[];
  /** Decides each answer; 204 by default. */
  answer: (received: Received, response: ServerResponse) => void;
  /** The deliveries, once there are so many. */
  until(count: number): Promise<readonly Received[]>;
}

/** A partner's endpoint, on this machine. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += piece;
    const one = { headers: plain(request.headers), body, event: JSON.parse(body) };
    received.push(one);
    receiver.answer(one, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${portOf(server.address())}/hook`,
    received,
    answer: (_, response) => response.writeHead(204).end(),
    until: (count) => until(() => received.length >= count && received),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === 'string') throw new Error('it listens on no port');
  return address.port;
}

function plain(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
