import { type MockScenario, type MockToolCall, mockPiece } from './mock-scenario.ts';

/** The events of answers in OpenAI's form. Pieces are made once and shared by all answers of the process. */
const pieces = new Map<string, Buffer>();

export const ROLE_EVENT = event({ choices: [choice({ role: 'assistant', content: '' })] });
export const DONE_EVENT = Buffer.from('data: [DONE]\n\n');
export const ERROR_EVENT = event({
  error: { message: 'the mock broke off', type: 'server_error', code: null },
});

export function pieceEvent(scenario: MockScenario, index: number): Buffer {
  const text = scenario.texts ? scenario.texts[index % scenario.texts.length] : null;
  return textEvent(text ?? mockPiece(index, scenario.deltaLength));
}

export function callsEvent(calls: readonly MockToolCall[]): Buffer {
  const tool_calls = calls.map(({ name, arguments: given }, index) => ({
    index,
    id: `call_${index + 1}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(given) },
  }));
  return event({ choices: [choice({ tool_calls })] });
}

export function finishEvent(reason: string): Buffer {
  return event({ choices: [{ ...choice({}), finish_reason: reason }] });
}

export function usageEvent(inputTokens: number, outputTokens: number): Buffer {
  const usage = {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
  return event({ choices: [], usage });
}

function textEvent(text: string): Buffer {
  let bytes = pieces.get(text);
  if (!bytes) {
    bytes = event({ choices: [choice({ content: text })] });
    if (pieces.size < 10_000) pieces.set(text, bytes);
  }
  return bytes;
}

function choice(delta: object): object {
  return { index: 0, delta, logprobs: null, finish_reason: null };
}

function event(fields: object): Buffer {
  const chunk = {
    id: 'chatcmpl-mock',
    object: 'chat.completion.chunk',
    created: 0,
    model: 'mock',
    ...fields,
  };
  return Buffer.from(`data: ${JSON.stringify(chunk)}\n\n`);
}
