import { Type } from 'typebox';
import { Nullable } from '../resources.ts';

/** What a turn says of its prompt, and the answer that it gave. */
export const GuidanceOfTurn = Nullable(
  Type.Integer(),
  'The version of the client’s own instructions that the prompt had: 0 is the draft, null none.',
);
