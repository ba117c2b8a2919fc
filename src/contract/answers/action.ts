import { type Static, Type } from 'typebox';

const statuses = [
  ...(['pending', 'confirmed', 'declined', 'expired', 'open', 'done', 'failed', 'unknown'] as const),
] as const;

/** How far a call of a tool is. */
export const toolCallStatus = Type.Enum([...statuses], {
  description:
    '`pending`: to be decided. `confirmed`: not sent yet. `open`: sent. `done`, `failed`: it has happened, it has not. `unknown`: it may have. `declined`, `expired`: it was never sent.',
});

/** A call that a person is asked about. */
export const Action = Type.Object(
  {
    action_uuid: Type.String({ format: 'uuid', description: 'By which it is decided.' }),
    question: Type.String({
      description: 'In the words of the tool’s approval. The answer’s last line is the same.',
    }),
    arguments: Type.Array(
      Type.Object({
        name: Type.String({ description: 'As the tool calls it.' }),
        value: Type.String({ description: 'One line of text, never Markdown.' }),
      }),
      { description: 'Everything that is sent; empty once the action is over.' },
    ),
    status: toolCallStatus,
    expires_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'RFC 3339, UTC: until when it can be decided; null once it is over.',
    }),
  },
  {},
);
export type Action = Static<typeof Action>;
