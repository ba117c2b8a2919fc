import { type Static, Type } from 'typebox';

/** What a turn may do beside writing its answer. */
const stepKinds = ['thinking', 'knowledge', 'tool'] as const;
export type StepKind = (typeof stepKinds)[number];

/** `unknown`: it may have taken effect or not. */
const stepStatuses = ['running', 'done', 'failed', 'unknown'] as const;
export type StepStatus = (typeof stepStatuses)[number];

/** A step of a turn, in its events and on the message that came of it. */
export const step = {
  step_uuid: Type.String({ format: 'uuid', description: 'The step, in each of its events.' }),
  kind: Type.Enum([...stepKinds], { description: 'What happens.' }),
  label: Type.Union([Type.String(), Type.Null()], {
    description:
      'What a tool does, in the words of its approval; null for `thinking` and `knowledge`, which have no name.',
  }),
  status: Type.Enum([...stepStatuses], {
    description: '`unknown`: it may have taken effect or not.',
  }),
};

export const MessageStep = Type.Object(step, {
  description: 'A tool that was used for the answer. What it was asked and what it said are not kept.',
});
export type MessageStep = Static<typeof MessageStep>;
