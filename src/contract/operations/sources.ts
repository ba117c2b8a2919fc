import { rolesOf } from '../console/roles.ts';
import { FoundSources, SourceQuestion } from '../knowledge/sources.ts';
import { noQuery } from '../request-parts.ts';
import type { ClientOperation } from './client-operation.ts';
import type { OperatorOperation } from './operator-operation.ts';

const row = {
  fresh: false,
  audit: null,
  description:
    'The same search as that of a question with these facts, with nothing asked and nothing charged. A document whose `requires` the facts do not meet is not found.',
  method: 'POST',
  query: noQuery,
  body: SourceQuestion,
  answers: { 200: FoundSources },
} as const;

/** What questions to a client's agents find in documents. */
export const sourceOperations = {
  findSources: {
    ...row,
    channels: {
      api: 'knowledge',
      account: 'knowledge',
      admin: 'admin:clients',
      console: rolesOf.operators,
    },
    operatorName: 'findClientSources',
    summary: 'What a question would find in the documents of an agent',
    path: '/agents/:agent/sources',
    errors: ['agent_not_allowed'],
  },
} as const satisfies Record<string, ClientOperation>;

/** What they find in the operator's own documents. */
export const agentSourceOperations = {
  findAgentSources: {
    ...row,
    channels: { admin: 'admin:clients', console: rolesOf.operators },
    summary: 'What a question would find in the operator’s own documents for an agent',
    path: '/agents/:slug/sources',
    errors: ['agent_not_found'],
  },
} as const satisfies Record<string, OperatorOperation>;
