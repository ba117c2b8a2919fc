import type {
  AskedCalls,
  ModelMessage,
  ModelRequest,
  ModelStep,
  ToolCall,
} from '#core/models/model-provider.ts';
import { mayCall, resultsInOrder } from '#wires/wire.ts';

/** How a question makes the demo call a tool: `[[tool:find_orders {"status":"open"}]]`. */
const mark = /\[\[tool:([A-Za-z0-9_-]{1,64})(?:\s+(\{.*?\}))?\s*\]\]/gs;

/** Results are shown up to this length. */
const shownLength = 2_000;

/** The calls that the last question asks for, as long as none of them was made. */
export function callsInQuestion(request: ModelRequest): AskedCalls | null {
  const { messages, tools = [] } = request;
  if (!mayCall(request) || messages.at(-1)?.role === 'step') return null;
  const calls = marksIn(messages).filter(({ name }) => tools.some((tool) => tool.name === name));
  return calls.length === 0 ? null : { calls, native: null };
}

/** What the demo says of the results of its calls, and of tools that it does not have; nothing without either. */
export function toolAnswer({ messages, tools = [] }: ModelRequest): readonly string[] {
  const offered = new Set(tools.map(({ name }) => name));
  const missing = new Set(marksIn(messages).flatMap(({ name }) => (offered.has(name) ? [] : [name])));
  const question = messages.findLastIndex(({ role }) => role !== 'step');
  const steps = messages.slice(question + 1).filter(isStep);
  return [
    ...steps.flatMap(resultsInOrder).map(({ call, result }) => {
      const verb = result.isError ? 'failed' : 'answered';
      return `The tool \`${call.name}\` ${verb}:\n\n${fencedCode(result.text)}`;
    }),
    ...[...missing].map((name) => `The tool \`${name}\` is not offered here.`),
  ];
}

function marksIn(messages: ModelRequest['messages']): readonly ToolCall[] {
  const question = messages.findLast((message): message is ModelMessage => message.role === 'user');
  return [...(question?.content ?? '').matchAll(mark)].map(([, name = '', given = '{}'], index) => ({
    id: `demo_${index + 1}`,
    name,
    arguments: given,
  }));
}

function isStep(message: ModelMessage | ModelStep): message is ModelStep {
  return message.role === 'step';
}

/** A fence that the text cannot end. */
function fencedCode(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const shown = text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
  return `${fence}\n${shown}\n${fence}`;
}
