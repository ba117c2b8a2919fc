import { once } from 'node:events';
import { type Agent, request } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { chatBody, type Partner } from '#test/world/partner.ts';

export interface Broken {
  readonly count: number;
  readonly what: string;
}

interface Asked {
  readonly agent: Agent;
  readonly port: number;
  readonly partner: Partner;
  readonly user: string;
  readonly count: number;
  /** The whole answer of a stream. */
  readonly text: string;
}

/** One request of the mix: a third each of streams, usage and providers. Null when it was answered whole. */
export async function askThrough({ agent, port, partner, user, count, text }: Asked): Promise<Broken | null> {
  const isStream = count % 3 === 0;
  const path = isStream ? '/stream' : count % 3 === 1 ? `/usage?external_user_id=${user}` : '/providers';
  const headers = {
    host: 'localhost',
    authorization: `Bearer ${partner.key}`,
    'content-type': 'application/json',
  };
  try {
    const method = isStream ? 'POST' : 'GET';
    const sent = request({ agent, port, host: '127.0.0.1', path: `/v1${path}`, method, headers });
    sent.end(isStream ? JSON.stringify(chatBody({ context: { external_user_id: user } })) : undefined);
    const [response] = await once(sent, 'response');
    const answer = await readText(response);
    if (response.statusCode !== 200) return { count, what: `${path}: ${response.statusCode} ${answer}` };
    return isStream && answer !== text ? { count, what: `${path}: ${answer}` } : null;
  } catch (error) {
    return { count, what: `${path}: ${String(error)}` };
  }
}
