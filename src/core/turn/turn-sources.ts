import type { KnowledgeMode } from '#contract/knowledge/sources.ts';
import { type AnswerSources, noSources as nothingCited, sourcesOf } from '../citations/answer-sources.ts';
import { findKnowledge, type KnowledgeSearch } from '../knowledge/find-knowledge.ts';
import type { Knowledge, Offer } from '../knowledge/knowledge.ts';
import { offerSources } from '../knowledge/offer-sources.ts';
import type { OfferedSource } from '../knowledge/offered-source.ts';
import { describeSources, type PromptSources } from '../knowledge/source-text.ts';
import type { UsedDocuments } from '../knowledge/used-documents.ts';
import type { LiveTurn } from './live-turn.ts';
import { buildPrompt, type Prompt } from './prompt.ts';
import type { AdmittedTurn } from './turn.ts';

/** Where turns find what documents say. */
export interface KnowledgeOfTurns {
  readonly search: KnowledgeSearch;
  readonly used: Pick<UsedDocuments, 'note'>;
  /** Makes the fences of whole corpora, which no text from outside can contain on purpose. */
  readonly fenceKey: string;
}

/** What documents add to a call to one model. */
export interface TurnSources extends PromptSources {
  /** Null: no documents were looked into. */
  readonly offered: readonly OfferedSource[] | null;
}

/** For a model with this window. */
export type SourcesFor = (windowTokens: number) => TurnSources;

const noSources: SourcesFor = () => ({ whole: '', found: '', offered: null });

interface SearchTelemetry {
  searching(): (outcome: KnowledgeMode | 'failed') => void;
}

/**
 * Searches the documents of a turn once, for the widest of these windows; a turn without documents asks nothing. What is
 * found is cut to the window of each model that is called. Throws DatabaseUnavailable where they cannot be searched.
 */
export async function searchSources(
  live: LiveTurn,
  windows: readonly number[],
  { search, used, fenceKey }: KnowledgeOfTurns,
  telemetry: SearchTelemetry,
): Promise<SourcesFor> {
  const { turn } = live;
  const { client, operator } = turn.client.documentedAgents;
  if (!client.has(turn.agent.slug) && !operator.has(turn.agent.slug)) return noSources;
  const ended = beginSearch(live, telemetry);
  const knowledge = await findKnowledge(search, askedBy(turn, windows)).catch((error: unknown) => {
    ended('failed');
    throw error;
  });
  ended(knowledge === null ? 'none' : offerSources(knowledge, Math.max(...windows, 0)).mode);
  if (knowledge === null) return noSources;
  const fence = { key: fenceKey, agentSlug: turn.agent.slug, corpora: knowledge.corpora };
  return once((windowTokens) => {
    const offer = offerSources(knowledge, windowTokens);
    noteUse(knowledge, offer, used);
    return { ...describeSources(offer, fence), offered: offer.sources };
  });
}

/** The prompt of a call. What it has of documents is what its answer may cite. */
export function promptWith(
  sourcesFor: SourcesFor,
  live: LiveTurn,
  windowTokens: number,
  tokensOfSteps: number,
): Prompt {
  const sources = sourcesFor(windowTokens);
  live.offered = sources.offered;
  return buildPrompt(live.turn, windowTokens - tokensOfSteps, sources);
}

/** Nothing is known of an answer whose beginning has left memory. */
export function answerSources(live: LiveTurn): AnswerSources {
  const { turn, offered, toolResults: results } = live;
  if (offered === null && results === null) return nothingCited;
  const { text, from } = live.complete();
  const { agent, deepDive, guidance, instructions } = turn;
  const told = [agent.instructions, guidance?.text ?? '', instructions];
  if (deepDive) told.push(agent.deepDive.instructions);
  return sourcesOf(from === 0 ? text : '', { question: turn.prompt, instructions: told, offered, results });
}

/** Readers of events see the search, too. */
function beginSearch(live: LiveTurn, telemetry: SearchTelemetry): ReturnType<SearchTelemetry['searching']> {
  const ended = telemetry.searching();
  const endStep = live.steps.search(live.turn.id);
  return (outcome) => {
    endStep(outcome === 'failed' ? 'failed' : 'done');
    ended(outcome);
  };
}

/** Calls of one turn begin alike, fences included. */
function once(sourcesFor: SourcesFor): SourcesFor {
  const known = new Map<number, TurnSources>();
  return (windowTokens) => {
    const sources = known.get(windowTokens) ?? sourcesFor(windowTokens);
    known.set(windowTokens, sources);
    return sources;
  };
}

function askedBy({ clientId, agent, prompt, history, context }: AdmittedTurn, windows: readonly number[]) {
  return {
    corpus: { clientId, agentSlug: agent.slug },
    question: prompt,
    previous: history.find(({ role }) => role === 'user')?.content ?? null,
    facts: context?.facts ?? null,
    windows,
  };
}

function noteUse({ corpora }: Knowledge, { sources }: Offer, used: KnowledgeOfTurns['used']): void {
  for (const { source, documentId } of sources) {
    const corpus = corpora.find((each) => each.source === source);
    if (corpus !== undefined) used.note(corpus.id, documentId);
  }
}
