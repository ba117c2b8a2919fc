import { type IncomingMessage, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { FaultLoad } from './fault-load.ts';
import type { FaultAddress, FaultPartner } from './fault-partner.ts';

/** Requests long answers and reads nothing of them until they are over, one after the other until the signal. */
export async function keepNotReading(load: FaultLoad, partner: FaultPartner): Promise<void> {
  while (!load.signal.aborted) {
    await readNothing(load, partner).catch(() => {});
    await delay(500);
  }
}

async function readNothing(load: FaultLoad, partner: FaultPartner): Promise<void> {
  const { journal, random } = load;
  const user = 'user-0';
  const service = random.pick(load.services());
  const entry = journal.open('stream', partner.clientId, user, partner.keyName);
  const response = await openUnread(partner.addressOf(service, '/stream'), {
    prompt: `A question, ${entry.canary}`,
    context: { external_user_id: user },
  });
  entry.answeredAt = Date.now();
  const id = response.headers['x-job-id'];
  if (response.statusCode !== 200 || typeof id !== 'string') {
    response.destroy();
    return;
  }
  entry.outcome = 'acknowledged';
  entry.turnId = id;
  await partner
    .at(service, user)
    .untilFinal(id, 20)
    .catch(() => {});
  response.setEncoding('utf8');
  for await (const text of response) entry.text += text;
  entry.endedCleanly = response.complete;
}

/** The open answer, of which nothing is read beyond what the systems on the way buffer. */
function openUnread({ url, authorization }: FaultAddress, body: object): Promise<IncomingMessage> {
  const headers = { authorization, 'content-type': 'application/json' };
  const sent = request(url, { method: 'POST', agent: false, headers, timeout: 30_000 });
  return new Promise((resolve, reject) => {
    sent.once('timeout', () => sent.destroy(new Error('no answer')));
    sent.on('error', reject);
    sent.once('response', (response) => {
      // A reader that reads on receives it again.
      response.on('error', () => undefined);
      resolve(response);
    });
    sent.end(JSON.stringify(body));
  });
}
