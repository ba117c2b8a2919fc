import { type Static, Type } from 'typebox';
import { Action } from './answers/action.ts';
import { AiGenerated } from './answers/ai-generated.ts';
import { step } from './answers/steps.ts';
import { answerSources } from './citations/citation.ts';
import { refusalReasons, type TurnErrorCode, turnErrorTable } from './errors.ts';
import { finishReasons, lanes } from './jobs.ts';
import { Nullable, oneOf, open, Usage } from './resources.ts';

const Uuid = Type.String({ format: 'uuid' });

/** The error codes with which an accepted turn can end, as `error.code` of a job and of an `error` event. */
const turnErrorCodes = Object.keys(turnErrorTable).filter(
  (code): code is TurnErrorCode => code in turnErrorTable,
);

/** `data` of each server-sent event of an answer. `id` is the cursor after the event, except for `queue`. */
export const answerEvents = {
  meta: Type.Object(
    {
      conversation_uuid: Uuid,
      message_uuid: Uuid,
      job_uuid: Uuid,
      usage: Type.Optional(Usage),
    },
    { ...open, description: 'Always first. `usage` only where the prompt was sent.' },
  ),
  queue: Type.Object(
    {
      queue_name: Nullable(oneOf(lanes)),
      queue_position: Nullable(Type.Integer()),
      eta_seconds: Nullable(Type.Integer()),
    },
    { ...open, description: 'The position of a waiting job, when it changes.' },
  ),
  step: Type.Object(step, {
    ...open,
    description:
      'Something that happens besides writing, once when it begins and once when it is over; again after a resume. The last one of a `step_uuid` counts, and `reset`, `done` and `error` end all of them.',
  }),
  delta: Type.Object({ text: Type.String() }, { ...open, description: 'More of the answer.' }),
  usage: Type.Object({ usage: Usage }, { ...open, description: 'The quota, when it has changed.' }),
  reset: Type.Object(
    { attempt: Type.Integer() },
    { ...open, description: 'Another worker has restarted the answer: discard the text so far.' },
  ),
  done: Type.Object(
    {
      finish_reason: oneOf(finishReasons),
      message_uuid: Uuid,
      ai_generated: AiGenerated,
      ...answerSources,
      actions: Type.Optional(
        Type.Array(Action, {
          description:
            'What the answer asks its reader; absent for nothing, and where it ran in another process than this: its message has them always.',
        }),
      ),
    },
    { ...open, description: 'The answer is complete and stored. Nothing follows.' },
  ),
  error: Type.Object(
    {
      ok: Type.Literal(false),
      code: Type.Enum([...turnErrorCodes]),
      title: Type.String(),
      detail: Type.String(),
      retryable: Type.Boolean(),
      reason: Type.Optional(oneOf(refusalReasons)),
    },
    { ...open, description: 'The answer did not complete. Nothing follows.' },
  ),
} as const;
export type AnswerEvents = { [K in keyof typeof answerEvents]: Static<(typeof answerEvents)[K]> };
