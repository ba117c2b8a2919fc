import { describe, it } from 'node:test';
import type { Break } from '#test/break.ts';
import { compareCutCalls } from '#test/mock/cut-calls.ts';
import { vendorWires } from '#test/mock/vendors.ts';

describe('Calls in a stream of a vendor', () => {
  for (const wire of vendorWires) {
    it(`are those that the vendor's own package reads, at some of the bytes that it is cut at: ${wire}`, () =>
      compareCutCalls(wire, 29));
  }
});

export const breaks: readonly Break[] = [
  {
    rule: 'The signature of a thought goes back to Claude',
    file: 'src/wires/anthropic-calls.ts',
    replace: '      native.merge(block, { signature: delta.signature });\n',
    by: '',
  },
  {
    rule: 'A thought goes back to Claude whole',
    file: 'src/wires/anthropic-calls.ts',
    replace: "      native.append(block, 'thinking', delta.thinking);\n",
    by: '',
  },
  {
    rule: 'The arguments of a call of Claude are all of its pieces',
    file: 'src/wires/anthropic-calls.ts',
    replace: "native.append(block, 'input', delta.partial_json);",
    by: "block['input'] = delta.partial_json;",
  },
  {
    rule: 'The pieces of the arguments of a call are put together: chat completions',
    file: 'src/wires/native-message.ts',
    replace: "'reasoning', 'arguments'],",
    by: "'reasoning'],",
  },
  {
    rule: 'All items of a response go back',
    file: 'src/wires/openai-responses.ts',
    replace: `    case 'response.output_item.done':
      answer.native?.keep(event.item);
`,
    by: `    case 'response.output_item.done':
      if (event.item?.type !== 'reasoning') answer.native?.keep(event.item);
`,
  },
];
