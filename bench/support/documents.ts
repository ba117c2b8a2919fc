import type { Parley } from '../contenders/parley.ts';

export async function putDocument(
  { client }: Parley,
  agent: string,
  id: string,
  text: string,
): Promise<void> {
  const url = `${client.origin}/v1/agents/${agent}/documents/${id}?language=english`;
  const headers = { authorization: `Bearer ${client.apiKey}`, 'content-type': 'text/plain' };
  const stored = await fetch(url, { method: 'PUT', headers, body: text });
  if (!stored.ok) throw new Error(`${url}: ${stored.status} ${await stored.text()}`);
  await stored.body?.cancel();
}

/** Asks one after the other what the documents of the default agent say. The time of each, in milliseconds. */
export async function timesToFind({ client }: Parley, questions: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (const q of questions) {
    const startedAt = performance.now();
    await client.ask('/v1/agents/assistant/sources', { q });
    times.push(performance.now() - startedAt);
  }
  return times;
}
