import type { FoundSources, SourceQuestion } from '#contract/knowledge/sources.ts';
import { sourceOperations as rows } from '#contract/operations/sources.ts';
import type { AgentManager } from '../../administration/manage-agents.ts';
import { requireAgent } from '../../identity/agents.ts';
import { checkFacts } from '../../identity/check-context.ts';
import type { CorpusKey } from '../../knowledge/document-store.ts';
import { findKnowledge, type KnowledgeSearch } from '../../knowledge/find-knowledge.ts';
import { mostPassages, offerSources } from '../../knowledge/offer-sources.ts';
import type { SourcePart } from '../../knowledge/source-store.ts';
import { type ConfiguredModels, candidatesOf } from '../../models/client-models.ts';
import { windowOf } from '../../turn/run-turn.ts';
import { operation, parameter } from '../operation.ts';
import { forOperators, listed, type PerformsAll } from './client-operation.ts';

export interface SourceServices {
  readonly sources: KnowledgeSearch;
  readonly models: ConfiguredModels;
}

const performs: PerformsAll<typeof rows, SourceServices> = {
  findSources: async ({ sources, models }, { client, params, body }) => {
    const agent = requireAgent(client, parameter(params, 'agent'));
    const windows = candidatesOf(client, agent, false, models).map(windowOf);
    return { body: await find(sources, { clientId: client.id, agentSlug: agent.slug }, windows, body) };
  },
};

export const sourceOperations = listed(rows, performs);
export const operatorSourceOperations = forOperators(rows, performs);

interface AgentSourceServices extends SourceServices {
  readonly agents: AgentManager;
}

export const agentSourceOperations = {
  findAgentSources: operation(
    'findAgentSources',
    async ({ sources, agents, models }: AgentSourceServices, { params, body }) => {
      const { slug } = await agents.find(parameter(params, 'slug'));
      const windows = models.providers.flatMap((each) => each.models.map(({ windowTokens }) => windowTokens));
      return { body: await find(sources, { clientId: null, agentSlug: slug }, windows, body) };
    },
  ),
};

async function find(
  search: KnowledgeSearch,
  corpus: CorpusKey,
  windows: readonly number[],
  { q: question, facts: sent }: SourceQuestion,
): Promise<FoundSources> {
  const facts = checkFacts(sent, '/facts');
  const knowledge = await findKnowledge(search, { corpus, question, previous: null, facts, windows });
  if (knowledge === null) return { ok: true, mode: 'none', data: [] };
  const { mode } = offerSources(knowledge, Math.max(...windows, 0));
  const { whole, found } = knowledge;
  const data =
    mode === 'whole'
      ? (whole ?? []).map((part) => presentSource(part, null))
      : found.slice(0, mostPassages).map(({ whole, best }) => presentSource(whole, best.score));
  return { ok: true, mode, data };
}

function presentSource(part: SourcePart, score: number | null): FoundSources['data'][number] {
  const { source, documentId, title, heading, text } = part;
  return { source, document_id: documentId, title, heading, text, score };
}
