import { assumedWindowTokens } from '#contract/models.ts';
import type { ModelMessage } from '../models/model-provider.ts';
import type { AdmittedTurn, HistoryMessage } from './turn.ts';

/** The share of a model's window that is left to the answer. */
const answerShare = 0.25;

export interface Prompt {
  readonly instructions: string;
  readonly messages: readonly ModelMessage[];
}

/** The most bytes of history that the widest of these windows can hold: see `tokensOfBytes`. */
export function historyBytesOf(windows: readonly number[]): number {
  return Math.ceil(Math.max(assumedWindowTokens, ...windows) * (1 - answerShare)) * 4;
}

/** The prompt of one turn: instructions, then as much of the newest history as the window holds, then the question. */
export function buildPrompt(turn: AdmittedTurn, windowTokens: number): Prompt {
  const instructions = instructionsOf(turn);
  const budget = Math.floor(windowTokens * (1 - answerShare)) - estimateTokens(instructions);
  return { instructions, messages: fittingMessages(turn.prompt, turn.history, budget) };
}

/** About four bytes per token for prose in Latin script; deliberately conservative for other scripts. */
function estimateTokens(text: string): number {
  return tokensOfBytes(Buffer.byteLength(text));
}

export function tokensOfBytes(bytes: number): number {
  return Math.ceil(bytes / 4) + 4;
}

function instructionsOf({ agent, deepDive, instructions }: AdmittedTurn): string {
  const extra = deepDive ? agent.deepDive.instructions : '';
  return [agent.instructions, extra, instructions].filter((part) => part !== '').join('\n\n');
}

function fittingMessages(
  prompt: string,
  newestFirst: readonly HistoryMessage[],
  budget: number,
): ModelMessage[] {
  const messages: ModelMessage[] = [{ role: 'user', content: prompt }];
  let left = budget - estimateTokens(prompt);
  for (const message of latestVersions(newestFirst)) {
    left -= estimateTokens(message.content);
    if (left < 0) break;
    messages.push({ role: message.role, content: message.content });
  }
  // A conversation starts with a user message, even when its beginning no longer fits.
  while (messages.at(-1)?.role === 'assistant') messages.pop();
  return messages.reverse();
}

/** Keeps only the latest of several answers to one message; input and output are newest first. */
export function latestVersions<Version extends Pick<HistoryMessage, 'role' | 'replyTo'>>(
  newestFirst: readonly Version[],
): Version[] {
  const answered = new Set<string>();
  return newestFirst.filter((message) => {
    if (message.role === 'user' || message.replyTo === null) return true;
    if (answered.has(message.replyTo)) return false;
    answered.add(message.replyTo);
    return true;
  });
}
