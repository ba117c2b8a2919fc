import type { Citation } from '#contract/citations/citation.ts';
import { type TurnErrorCode, turnErrorTable } from '#contract/errors.ts';
import type { JobStatus } from '#contract/jobs.ts';
import type { OutputMessage, ResponseResource } from '#contract/openai/responses.ts';
import type { ResponseRequestFacts } from '../turn/admission/admission.ts';
import type { TokenCounts, TurnRecord } from '../turn/turn.ts';
import type { TurnOutcome } from '../turn/turn-sink.ts';
import { answerMetadata, completionUsage, secondsOf, tierOf } from './present-completion.ts';
import { urlCitations } from './url-citations.ts';

/** The facts of a response that do not change. */
export interface ResponseFacts {
  readonly turnId: string;
  readonly messageId: string;
  readonly conversationId: string;
  readonly agentSlug: string;
  readonly priority: boolean;
  readonly background: boolean;
  readonly createdAt: Date;
  /** Null where the turn was not asked for as a response, or its conversation was deleted. */
  readonly asked: ResponseRequestFacts | null;
}

/** How far a response is. */
export interface ResponseState {
  readonly status: ResponseResource['status'];
  readonly content: string;
  readonly citations: readonly Citation[] | null;
  readonly error: TurnErrorCode | null;
  readonly tokens: TokenCounts;
  readonly endedAt: Date | null;
}

const nothing = {
  content: '',
  citations: null,
  error: null,
  tokens: { input: null, output: null },
  endedAt: null,
} as const;

export function underWay(status: 'queued' | 'in_progress'): ResponseState {
  return { ...nothing, status };
}

export function endedAs(outcome: TurnOutcome, content: string): ResponseState {
  const ended = { ...nothing, content, endedAt: new Date() };
  if (outcome.kind !== 'completed') return { ...ended, status: outcome.kind, error: outcome.code };
  const { finishReason, tokens, sources } = outcome;
  const citations = sources?.citations ?? null;
  return { ...ended, status: statusOf('completed', finishReason), citations, tokens };
}

/** A stored turn, with the text of its answer. */
export function storedState(
  record: TurnRecord,
  content: string,
  citations: readonly Citation[] | null,
): ResponseState {
  const { state, finishReason, errorCode, tokens, finishedAt } = record;
  const error = state === 'completed' ? null : errorCode;
  const status = statusOf(state, finishReason);
  return { status, content, citations, error, tokens, endedAt: finishedAt };
}

function statusOf(state: JobStatus, finishReason: string | null): ResponseResource['status'] {
  switch (state) {
    case 'queued':
      return 'queued';
    case 'running':
      return 'in_progress';
    case 'completed':
      return finishReason === 'length' ? 'incomplete' : 'completed';
    case 'cancelled':
      return 'cancelled';
    case 'failed':
    case 'expired':
      return 'failed';
  }
}

export function presentResponse(facts: ResponseFacts, state: ResponseState): ResponseResource {
  const { status, error, endedAt } = state;
  const { asked } = facts;
  return {
    id: `resp_${facts.turnId}`,
    object: 'response',
    created_at: secondsOf(facts.createdAt),
    completed_at: status === 'completed' && endedAt !== null ? secondsOf(endedAt) : null,
    status,
    background: facts.background,
    error:
      error === null || status === 'cancelled'
        ? null
        : {
            code: error === 'provider_refused' ? 'invalid_prompt' : 'server_error',
            message: `${turnErrorTable[error].title} (${error}).`,
          },
    incomplete_details: status === 'incomplete' ? { reason: 'max_output_tokens' } : null,
    model: facts.agentSlug,
    output: state.content === '' ? [] : [outputMessage(facts, state)],
    conversation: { id: `conv_${facts.conversationId}` },
    usage: usageOf(state, asked),
    service_tier: tierOf(facts.priority),
    metadata: { ...asked?.metadata, ...answerMetadata(facts) },
    instructions: asked?.instructions || null,
    previous_response_id: asked?.previousTurnId ? `resp_${asked.previousTurnId}` : null,
    max_output_tokens: asked?.maxTokens ?? null,
    ...defaults,
  };
}

/** Members that clients expect. The agent decides about them, so they say what OpenAI's API says by default. */
const defaults = {
  ...{
    reasoning: null,
    user: null,
    safety_identifier: null,
    max_tool_calls: null,
    prompt_cache_key: null,
    store: true,
  },
  ...{ temperature: 1, top_p: 1, presence_penalty: 0, frequency_penalty: 0, top_logprobs: 0 },
  ...{ parallel_tool_calls: true, tool_choice: 'auto', tools: [], truncation: 'disabled' },
  text: { format: { type: 'text' } },
} as const;

export function outputMessage(
  { messageId }: Pick<ResponseFacts, 'messageId'>,
  { status, content, citations }: Pick<ResponseState, 'status' | 'content' | 'citations'>,
): OutputMessage {
  return {
    id: `msg_${messageId}`,
    type: 'message',
    role: 'assistant',
    status: status === 'completed' || status === 'in_progress' ? status : 'incomplete',
    content: status === 'in_progress' ? [] : [outputText(content, citations)],
  };
}

export function outputText(text: string, citations: readonly Citation[] | null = null) {
  const annotations = urlCitations(text, citations).map((each) => ({
    type: 'url_citation' as const,
    ...each,
  }));
  return { type: 'output_text' as const, text, annotations, logprobs: [] };
}

/** Null before the end of an answer, and where a provider did not count what cannot be estimated any more. */
function usageOf(
  { status, tokens, content }: ResponseState,
  asked: ResponseRequestFacts | null,
): ResponseResource['usage'] {
  const isCounted = tokens.input !== null && tokens.output !== null;
  const isWhole = status === 'completed' || status === 'incomplete';
  if (!isCounted && (asked === null || !isWhole)) return null;
  const bytes = { asked: asked?.askedBytes ?? 0, answered: Buffer.byteLength(content) };
  const { prompt_tokens, completion_tokens, total_tokens } = completionUsage(tokens, bytes);
  return {
    input_tokens: prompt_tokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: completion_tokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens,
  };
}
