import { assumedWindowTokens } from '#contract/models.ts';
import type { PromptSources } from '../knowledge/source-text.ts';
import type { Instructions, ModelMessage } from '../models/model-provider.ts';
import { bytesPerToken } from '../prompt/bytes-per-token.ts';
import { withoutCitationMarks } from '../prompt/citation-marks.ts';
import { joinBlocks } from '../prompt/join-blocks.ts';
import { describeContext, splitInstructions } from '../prompt/turn-context.ts';
import type { AdmittedTurn, HistoryMessage } from './turn.ts';

/** The share of a model's window that is left to the answer. */
const answerShare = 0.25;

/** What a message adds to a prompt besides its text. */
const bytesAroundText = 4 * bytesPerToken;

/** Steps in which the context of a question takes room from the history. */
const contextSteps = 16;

export interface Prompt {
  readonly instructions: Instructions;
  readonly messages: readonly ModelMessage[];
}

/** What a prompt is made of: the longer something stays equal, the earlier it stands. */
export interface PromptParts {
  /** What does not change with the person, in its order. Empty parts are left out, here and below. */
  readonly stable: readonly string[];
  /** What differs with the person. */
  readonly personal: string;
  /** Newest first. */
  readonly history: readonly HistoryMessage[];
  /** In front of the question, and in no later prompt. */
  readonly context: readonly string[];
  readonly question: string;
}

/** The most bytes of history that the widest of these windows can hold: see `tokensOfBytes`. */
export function historyBytesOf(windows: readonly number[]): number {
  return Math.ceil(Math.max(assumedWindowTokens, ...windows) * (1 - answerShare)) * bytesPerToken;
}

/** The prompt of one turn for a model with this window, with what documents add to it. */
export function buildPrompt(turn: AdmittedTurn, windowTokens: number, sources: PromptSources): Prompt {
  return assemblePrompt(partsOf(turn, sources), windowTokens);
}

function partsOf(turn: AdmittedTurn, { whole, found }: PromptSources): PromptParts {
  const { agent, deepDive, guidance, instructions, history, prompt, context } = turn;
  const facts = context?.facts ?? null;
  const own = splitInstructions(agent.instructions, facts);
  const ofDeepDive = splitInstructions(deepDive ? agent.deepDive.instructions : '', facts);
  return {
    stable: [own.stable, ofDeepDive.stable, guidance?.text ?? '', instructions, whole],
    personal: joinBlocks([own.personal, ofDeepDive.personal]),
    history,
    context: [...describeContext(facts, context?.page ?? null), found],
    question: prompt,
  };
}

/** Instructions, then as much of the newest history as the window holds, then the question. */
export function assemblePrompt(parts: PromptParts, windowTokens: number): Prompt {
  const { personal, question } = parts;
  const instructions = { stable: joinBlocks(parts.stable), personal };
  const context = joinBlocks(parts.context);
  const tokens = Math.floor(windowTokens * (1 - answerShare));
  const told = estimateTokens(joinBlocks([instructions.stable, personal]));
  const room = tokens - told - contextRoom(context, tokens);
  const history = fittingHistory(parts.history, question, room * bytesPerToken);
  return {
    instructions,
    messages: [
      ...history.map(asRead),
      { role: 'user', content: question, ...(context !== '' && { context }) },
    ],
  };
}

/** Rooms are measured by what is stored, so that a conversation begins at the same place in every turn. */
function asRead({ role, content }: HistoryMessage): ModelMessage {
  return { role, content: role === 'assistant' ? withoutCitationMarks(content) : content };
}

/** Rounded up, because the history would otherwise begin elsewhere with each turn whose context has another length. */
function contextRoom(context: string, tokens: number): number {
  if (context === '') return 0;
  const step = Math.max(1, Math.floor(tokens / contextSteps));
  return Math.ceil(estimateTokens(context) / step) * step;
}

function estimateTokens(text: string): number {
  return tokensOfBytes(Buffer.byteLength(text));
}

export function tokensOfBytes(bytes: number): number {
  return Math.ceil((bytes + bytesAroundText) / bytesPerToken);
}

/**
 * The end of the history that fits into the room beside the question, oldest first. What does not fit is left out in
 * steps of a quarter of the room, so that consecutive prompts begin alike and providers find them in their caches. The
 * steps are counted from the beginning of the conversation and not from its end, and a question takes the same room as
 * the last message and, later, as history: so the same beginning follows from every later history, and need not be
 * stored. A large last exchange is kept as long as it fits, even where a step would leave it out.
 */
function fittingHistory(
  newestFirst: readonly HistoryMessage[],
  question: string,
  roomBytes: number,
): HistoryMessage[] {
  const history = newestFirst.toReversed();
  const starts = startsOf([...history.map(({ content }) => content), question], history[0]?.before);
  const end = starts.at(-1) ?? 0;
  const stepBytes = Math.max(1, Math.floor(roomBytes / 4));
  const leftOut = Math.max(0, Math.ceil((end - roomBytes) / stepBytes)) * stepBytes;
  const startOf = (index: number) => starts[index] ?? end;
  // A prompt starts with a user message, even where its beginning no longer fits.
  const first = history.findIndex(({ role }, index) => role === 'user' && startOf(index) >= leftOut);
  if (first !== -1) return history.slice(first);
  const last = history.findLastIndex(({ role }) => role === 'user');
  return last !== -1 && end - startOf(last) <= roomBytes ? history.slice(last) : [];
}

/** Where each text starts in the conversation, in bytes of a prompt, and where the last one ends. */
function startsOf(texts: readonly string[], { messages, bytes } = { messages: 0, bytes: 0 }): number[] {
  const starts = [bytes + messages * bytesAroundText];
  for (const text of texts) starts.push((starts.at(-1) ?? 0) + Buffer.byteLength(text) + bytesAroundText);
  return starts;
}
