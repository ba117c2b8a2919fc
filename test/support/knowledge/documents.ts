import assert from 'node:assert/strict';
import type { MockCall } from '../mock/mock-provider.ts';
import type { Partner, SendOptions } from '../world/partner.ts';

export interface DocumentToPut {
  readonly id: string;
  readonly text: string;
  readonly agent?: string;
  readonly title?: string;
  readonly requires?: object;
}

/** Stores a document in plain text as a partner does. */
export async function putDocument(
  partner: Partner,
  { id, text, agent = partner.client.defaultAgent, title, requires }: DocumentToPut,
  options: SendOptions = {},
): Promise<void> {
  const query = new URLSearchParams({
    language: 'english',
    ...(title !== undefined && { title }),
    ...(requires !== undefined && { requires: JSON.stringify(requires) }),
  });
  const headers = { 'content-type': 'text/plain' };
  const path = `/agents/${agent}/documents/${id}?${query}`;
  const stored = await partner.request('PUT', path, text, { ...options, headers });
  assert.ok([200, 201].includes(stored.status), await stored.text());
}

export async function deleteDocument(partner: Partner, id: string, options: SendOptions = {}): Promise<void> {
  const path = `/agents/${partner.client.defaultAgent}/documents/${id}`;
  const deleted = await partner.request('DELETE', path, undefined, options);
  assert.equal(deleted.status, 200, await deleted.text());
}

/** The sources that a text has between the lines of its fence; null without any. */
export function sourcesIn(text: string): string | null {
  const [, , inside = null] = /<sources ([0-9a-f]+)>\n([\s\S]*)\n<\/sources \1>/.exec(text) ?? [];
  return inside;
}

/** The mark of that fence. */
export function fenceIn(text: string): string | null {
  return /<sources ([0-9a-f]+)>/.exec(text)?.[1] ?? null;
}

/** Everything that a call told the model. */
export function promptOf({ messages }: Pick<MockCall, 'messages'>): string {
  return messages.map(({ content }) => content).join('\n\n');
}

/** So much text that a corpus with it is searched instead of being in every prompt. */
export const ballast = Array.from(
  { length: 400 },
  (_, index) =>
    `Entry ${index} of the archive lists shelf ${index * 7} and nothing that anybody asks about today.`,
).join('\n\n');
