import { type Static, Type } from 'typebox';

const open = {} as const;

const ofDocument = {
  n: Type.Integer({ description: 'The number of the mark, `[n]`, in the answer.' }),
  document_id: Type.String({ description: 'The document, by the id that it has with its agent.' }),
  title: Type.String(),
};

/** Whether the quote has every number of the sentence, and half of its words. */
const supports = ['quoted', 'weak'] as const;

export const QuotedCitation = Type.Object(
  {
    ...ofDocument,
    source: Type.Enum(['client', 'operator'], { description: 'Whose document it is.' }),
    url: Type.Union([Type.String(), Type.Null()]),
    heading: Type.String({ description: 'The headings above the quote; empty where there is none.' }),
    quote: Type.String({ description: 'A part of the document as it is, at most 300 characters.' }),
    support: Type.Enum([...supports], {
      description:
        '`weak`: a number of the sentence, or most of its words, are in none of the quotes of its marks.',
    }),
  },
  open,
);

const DeletedCitation = Type.Object(
  { ...ofDocument, deleted: Type.Literal(true, { description: 'The document was deleted since.' }) },
  open,
);

/** What one mark of an answer cites. */
export const Citation = Type.Union([QuotedCitation, DeletedCitation]);
export type Citation = Static<typeof Citation>;
export type QuotedCitation = Static<typeof QuotedCitation>;

/** What an answer rests on, as messages, `done` and outputs say it. */
export const answerSources = {
  citations: Type.Union([Type.Array(Citation), Type.Null()], {
    description:
      'One for each mark of the answer that cites a source, in their order. Empty: nothing was found or cited. null: no document was looked at.',
  }),
  links: Type.Union([Type.Array(Type.String(), { maxItems: 50 }), Type.Null()], {
    description:
      'The addresses of the answer that stand in the question, a source, what a tool said or the instructions, exactly as they are written; the others come from the model alone. null: no document was looked at, and no tool was used.',
  }),
};
