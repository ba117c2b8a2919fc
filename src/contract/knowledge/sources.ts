import { type Static, Type } from 'typebox';
import { FactsMember, strict } from '../chat.ts';
import { limits } from '../limits.ts';
import { Nullable, open } from '../resources.ts';
import { contextLimits } from '../shared/context-limits.ts';

export const SourceQuestion = Type.Object(
  {
    q: Type.String({ minLength: 1, maxLength: limits.promptCharacters, description: 'The question.' }),
    facts: Type.Optional(FactsMember(contextLimits.facts.bytes)),
  },
  strict,
);
export type SourceQuestion = Static<typeof SourceQuestion>;

/**
 * How documents go into a prompt. `whole`: all of them, because they are few; `found`: the passages that match the
 * question; `none`: nothing matches it.
 */
export const knowledgeModes = ['whole', 'found', 'none'] as const;
export type KnowledgeMode = (typeof knowledgeModes)[number];

/** The owner of a document. */
export const sourceOwners = ['client', 'operator'] as const;
export type SourceOwner = (typeof sourceOwners)[number];

const Source = Type.Object(
  {
    source: Type.Enum([...sourceOwners], { description: 'Whose document it is.' }),
    document_id: Type.String({ description: 'The id under which it was stored.' }),
    title: Type.String(),
    heading: Type.String({
      description: 'The headings above all of the text, the outermost first; may be empty.',
    }),
    text: Type.String(),
    score: Nullable(
      Type.Number(),
      'How well its best part matches; null where all documents are in the prompt.',
    ),
  },
  open,
);

/** What a question would find in the documents of an agent. */
export const FoundSources = Type.Object(
  {
    ok: Type.Literal(true),
    mode: Type.Enum([...knowledgeModes], {
      description:
        '`whole`: the documents are few enough to be in every prompt. `found`: these passages match the question. `none`: nothing matches it.',
    }),
    data: Type.Array(Source, { description: 'Best first; with `whole` in the order of the documents.' }),
  },
  open,
);
export type FoundSources = Static<typeof FoundSources>;
