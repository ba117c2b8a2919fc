import { randomInt } from 'node:crypto';
import { createModelRegistry } from '#adapters/models/registry.ts';
import type { Config } from '#config';
import { demoProviderId } from '#contract/models.ts';
import { parseModelReference } from '#core/models/choose-model.ts';
import { ModelError } from '#core/models/model-error.ts';
import type {
  ModelProvider,
  ModelRequest,
  ModelResult,
  ModelStep,
  ToolDefinition,
} from '#core/models/model-provider.ts';
import type { Check } from '../finding.ts';
import { modelSettingsOf } from '../model-settings.ts';

const patienceMs = 120_000;

const tool: ToolDefinition = {
  name: 'find_code',
  description: 'Finds the code of a door by the color of the door.',
  schema: {
    type: 'object',
    properties: { color: { type: 'string', description: 'In English, in small letters.' } },
    required: ['color'],
    additionalProperties: false,
  },
};

const question = 'Find the code of the blue door with the tool find_code, and answer with the code only.';
/** The demo calls what a question names in this way. */
const forDemo = ' [[tool:find_code {"color":"blue"}]]';

/** Has a model, `<provider>/<model>`, call a tool and read its result: two short prompts, which cost their tokens. */
export async function checkTools(config: Config, reference: string): Promise<Check> {
  const name = `tools ${reference}`;
  const failed = (detail: string): Check => ({ name, status: 'fail', detail });
  const named = parseModelReference(reference);
  if (named === null) return failed('must be <provider>/<model>');
  await using registry = createModelRegistry(modelSettingsOf(config));
  const provider = registry.providers.find(({ id }) => id === named.providerId);
  if (provider === undefined) {
    const ids = registry.providers.map(({ id }) => id).join(', ');
    return failed(`the provider ${named.providerId} is not configured; there are: ${ids}`);
  }
  try {
    return { name, ...(await tryTool(provider, named.model, reference)) };
  } catch (error) {
    return failed(error instanceof ModelError ? error.message : 'did not answer in time');
  }
}

async function tryTool(provider: ModelProvider, model: string, origin: string): Promise<Omit<Check, 'name'>> {
  const content = provider.id === demoProviderId ? question + forDemo : question;
  const request: ModelRequest = {
    model,
    instructions: { stable: 'You answer with the tools that you have.', personal: '' },
    messages: [{ role: 'user', content }],
    tools: [tool],
  };
  const first = await ask(provider, request);
  const [call, ...more] = first.result.asked?.calls ?? [];
  if (first.result.asked === undefined || call === undefined) {
    return { status: 'fail', detail: 'was offered a tool, and answered without calling it' };
  }
  const isRight = call.name === tool.name && colorIn(call.arguments) === 'blue';
  if (!isRight)
    return { status: 'fail', detail: 'called the tool with other arguments than it was asked to' };
  const code = String(randomInt(100_000, 1_000_000));
  const { native, calls } = first.result.asked;
  const results = [call, ...more].map(({ id }) => ({ id, text: `{"code":"${code}"}`, isError: false }));
  const step: ModelStep = { role: 'step', origin, text: first.text, native, calls, results };
  const second = await ask(provider, {
    ...request,
    messages: [...request.messages, step],
    toolChoice: 'none',
  });
  return second.text.includes(code)
    ? { status: 'pass', detail: 'calls a tool natively, and answers from its result' }
    : { status: 'fail', detail: 'calls a tool natively, and did not answer from its result' };
}

function colorIn(given: string): unknown {
  try {
    const parsed: { readonly color?: unknown } | null = JSON.parse(given);
    return parsed?.color;
  } catch {
    return undefined;
  }
}

async function ask(
  provider: ModelProvider,
  request: ModelRequest,
): Promise<{ readonly text: string; readonly result: ModelResult }> {
  let text = '';
  const listener = {
    onCalled() {},
    onText(more: string) {
      text += more;
    },
  };
  const result = await provider.stream(request, listener, AbortSignal.timeout(patienceMs));
  return { text, result };
}
