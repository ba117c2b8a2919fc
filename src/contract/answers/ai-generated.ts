import { Type } from 'typebox';

/** The mark that machines can read on what a model wrote; it is absent from what people and clients wrote. */
export const AiGenerated = Type.Literal(true, { description: 'A model wrote the text.' });
