import type { Language } from '#contract/languages/languages.ts';
import { limits } from '#contract/limits.ts';
import { refusalOfArguments } from '#contract/schemas/check-arguments.ts';
import { isObject } from '#contract/schemas/is-object.ts';
import type { CallableTool } from '../../clients/tool-server.ts';
import type { ToolCall } from '../../models/model-provider.ts';
import { newId } from '../../shared/new-id.ts';
import { hidesFromPerson, questionWith, shownArguments } from '../../tools/asked-question.ts';
import { planToolCalls, type ToolCallPlan } from '../../tools/plan-tool-calls.ts';
import { argumentsIn } from '../../tools/read-arguments.ts';
import { type CalledTool, calledTool, nameOfTool, type StoredCall, type StoredStep } from './turn-tools.ts';

/** Model calls of one turn that may ask for tools, and what they may ask for together. */
export const mostSteps = 5;
export const mostCalls = 8;

type Plan = Pick<StoredCall, 'tool' | 'status' | 'sends' | 'question' | 'result'>;

/** What becomes of each call that a model has asked for, behind the steps before it. */
export function planStep(
  asked: readonly ToolCall[],
  tools: readonly CallableTool[],
  before: readonly StoredStep[],
  language: Language | null = null,
): readonly StoredCall[] {
  const earlier = before.flatMap(({ calls }) => calls);
  const answers = new Map(earlier.map((call) => [questionOf(call), call]));
  const seen = new Set<string>();
  const called = asked.map(({ name }) => tools.find((tool) => nameOfTool(tool) === name));
  const plans = planToolCalls(
    called.map((tool) => tool?.approval.effect ?? 'read'),
    earlier.filter(({ question, sends }) => question !== null && sends > 0).length,
  );
  const planOf = (call: ToolCall, index: number): Plan => {
    const tool = called[index];
    const question = questionOf(call);
    const isRepeated = seen.has(question);
    seen.add(question);
    if (tool === undefined) return refused('There is no tool of this name.');
    const known = answers.get(question);
    if (known?.result) return { ...refused(''), status: known.status, result: known.result };
    if (isRepeated) return refused('The same call stands before this one: see its result.');
    if (earlier.length + index >= mostCalls) return refused(`An answer may call ${mostCalls} tools.`);
    const problem = problemOf(call, tool);
    if (problem !== null) return refused(problem);
    return allowed(plans[index], call, calledTool(tool, language), tool);
  };
  return asked.map((call, index) => ({ ...call, callId: newId(), ...planOf(call, index) }));
}

function allowed(
  plan: ToolCallPlan | undefined,
  call: ToolCall,
  called: CalledTool,
  { name, approval }: CallableTool,
): Plan {
  if (plan === 'send') return { tool: called, status: 'open', sends: 1, question: null, result: null };
  if (plan !== 'ask') return refused('Only one such call is possible now: a person is asked about each.');
  const given = argumentsIn(call.arguments) ?? {};
  if (hidesFromPerson(given)) return refused('The arguments contain characters that nobody can see.');
  if (shownArguments(given) === null) return refused('An argument is longer than a person can be shown.');
  const question = questionWith(approval.confirm ?? name, given);
  return { tool: called, status: 'pending', sends: 0, question, result: null };
}

function problemOf(call: ToolCall, { approval }: CallableTool): string | null {
  const given = argumentsIn(call.arguments);
  if (given === null)
    return `The arguments are no JSON object of at most ${limits.toolArgumentsBytes} bytes.`;
  return refusalOfArguments(approval.definition.inputSchema, given);
}

/** Whether the model has to answer now: it has had its steps or its calls, or asks a third time for the same. */
export function mustAnswer(steps: readonly StoredStep[]): boolean {
  const calls = steps.flatMap((step) => step.calls);
  const times = new Map<string, number>();
  for (const call of calls) times.set(questionOf(call), (times.get(questionOf(call)) ?? 0) + 1);
  return (
    steps.length >= mostSteps || calls.length >= mostCalls || [...times.values()].some((count) => count > 2)
  );
}

/** Equal for calls that ask for the same, in whatever order their arguments stand. */
function questionOf(call: ToolCall): string {
  return `${call.name} ${JSON.stringify(argumentsIn(call.arguments) ?? call.arguments, inOrder)}`;
}

function inOrder(_: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function refused(text: string): Plan {
  return { tool: null, status: 'failed', sends: 0, question: null, result: { text, isError: true } };
}
