import { knowledge } from '#locales/en/account/knowledge.ts';
import type { KnowledgeWords } from '../../administration/knowledge/knowledge-props.ts';

/** An operator calls them agents. */
export const knowledgeWords: KnowledgeWords = {
  ...knowledge,
  agent: 'Agent',
  empty: 'No document yet: the agent answers from what its model knows.',
  removeBody:
    'From the next question on, the agent does not know it. Quotes from it disappear from earlier answers, whose text stays.',
  tryNote: 'Shows what the agent would be given with a question. It is not asked, and nothing is counted.',
  modes: {
    whole: 'The documents are short enough: the agent reads all of them with every question.',
    found: 'The agent is given these passages, the best first.',
    none: 'No document matches, and the agent is told so.',
  },
};
