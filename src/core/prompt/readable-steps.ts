import type { ModelMessage, ModelStep } from '../models/model-provider.ts';
import { type FenceMarks, fenced, randomMarks } from './fence.ts';
import { joinBlocks } from './join-blocks.ts';

/**
 * The messages as the model `reader` can read them. Of a step of another model it gets plain text: what only that model
 * understands stays with it.
 */
export function readableSteps(
  messages: readonly (ModelMessage | ModelStep)[],
  reader: string,
  marks: FenceMarks = randomMarks,
): readonly (ModelMessage | ModelStep)[] {
  const isReadable = (message: ModelMessage | ModelStep) =>
    message.role !== 'step' || message.origin === reader;
  if (messages.every(isReadable)) return messages;
  return messages.flatMap((message) =>
    message.role === 'step' && message.origin !== reader ? inWords(message, marks) : [message],
  );
}

function inWords({ text, calls, results }: ModelStep, marks: FenceMarks): ModelMessage[] {
  const called = calls.map(({ name, arguments: given }) => `I call the tool ${name} with ${given}.`);
  const returned = calls.map(({ id, name }) => {
    const result = results.find((one) => one.id === id);
    const about = `The tool ${name} has ${result?.isError === false ? 'returned this' : 'failed'}.`;
    return fenced('result', about, result?.text ?? '', marks);
  });
  return [
    { role: 'assistant', content: joinBlocks([text, ...called]) },
    { role: 'user', content: joinBlocks(returned) },
  ];
}
