import type { MockCall } from '../mock/mock-provider.ts';

interface ReadPrompt {
  readonly system: string;
  /** What stands before the question. */
  readonly before: string;
  readonly question: string;
}

/** A prompt whose question is one paragraph. */
export function readPrompt({ messages }: Pick<MockCall, 'messages'>): ReadPrompt {
  const content = messages.at(-1)?.content ?? '';
  const [question = ''] = content.split('\n\n').slice(-1);
  const before = content.slice(0, -question.length).trim();
  return { system: messages[0]?.content ?? '', before, question };
}

/** The facts that stand in a text as data; null without any. */
export const factsIn = (text: string) => fencedIn('facts', text);
export const pageIn = (text: string) => fencedIn('page', text);

function fencedIn(name: string, text: string): unknown {
  const [, , inside] = new RegExp(`<${name} ([0-9a-f]+)>\n(.*)\n</${name} \\1>`).exec(text) ?? [];
  return inside === undefined ? null : JSON.parse(inside);
}
