import { type Static, Type } from 'typebox';
import { AiGenerated } from './answers/ai-generated.ts';
import { GuidanceOfTurn } from './answers/guidance-of-turn.ts';
import { answerSources } from './citations/citation.ts';
import { refusalReasons } from './errors.ts';
import { perDimension } from './quota.ts';
import { Nullable, oneOf, open, page, Timestamp, Usage } from './resources.ts';
import { aboutPerson } from './shared/personal.ts';

const Uuid = Type.String({ format: 'uuid' });

/** A stream is answered by the process that takes its request, a job by a worker once its turn has come. */
const turnKinds = ['stream', 'job'] as const;
export type TurnKind = (typeof turnKinds)[number];

export const lanes = ['standard', 'priority'] as const;
export type Lane = (typeof lanes)[number];

export const jobStatuses = ['queued', 'running', 'completed', 'failed', 'cancelled', 'expired'] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** How a turn ended. */
export const endedStatuses = ['completed', 'failed', 'cancelled', 'expired'] as const;
export type EndedStatus = (typeof endedStatuses)[number];

export const finishReasons = ['stop', 'length', 'cancelled', 'error'] as const;
export type FinishReason = (typeof finishReasons)[number];

export const JobError = Type.Object(
  {
    code: Type.String(),
    title: Type.String(),
    detail: Type.String(),
    retryable: Type.Boolean(),
    reason: Type.Optional(oneOf(refusalReasons)),
  },
  open,
);

export type JobError = Static<typeof JobError>;

export const Job = Type.Object(
  {
    ok: Type.Literal(true),
    job_uuid: Uuid,
    conversation_uuid: Uuid,
    message_uuid: Uuid,
    agent_slug: Type.String(),
    status: oneOf(jobStatuses),
    queue_name: Nullable(oneOf(lanes), 'null for the run of a direct stream.'),
    queue_position: Nullable(Type.Integer({ description: '1 = next, 0 = running, null = final.' })),
    eta_seconds: Nullable(Type.Integer()),
    attempt: Type.Integer(),
    priority: Type.Boolean(),
    deep_dive: Type.Boolean(),
    created_at: Timestamp,
    started_at: Nullable(Timestamp),
    finished_at: Nullable(Timestamp),
    error: Nullable(JobError),
    charged: Type.Object(
      {
        ...perDimension(() => Type.Integer()),
        refunded: Type.Boolean(),
      },
      open,
    ),
  },
  open,
);
export type Job = Static<typeof Job>;

export const JobAccepted = Type.Object(
  {
    ok: Type.Literal(true),
    job_uuid: Uuid,
    conversation_uuid: Uuid,
    status: oneOf(jobStatuses),
    queue_name: oneOf(lanes),
    queue_position: Nullable(Type.Integer()),
    eta_seconds: Nullable(Type.Integer()),
    usage: Usage,
    created_at: Timestamp,
  },
  open,
);
export type JobAccepted = Static<typeof JobAccepted>;

export const JobOutput = Type.Object(
  {
    ok: Type.Literal(true),
    job_uuid: Uuid,
    status: oneOf(jobStatuses),
    attempt: Type.Integer(),
    text: Type.String({ description: 'Text after the given cursor.' }),
    cursor: Type.String({ description: '`<attempt>.<bytes>`; send it as `after` next time.' }),
    ai_generated: AiGenerated,
    final: Type.Boolean(),
    answer: Nullable(Type.String({ description: 'The whole answer once the job is completed.' })),
    ...answerSources,
    finish_reason: Nullable(oneOf(finishReasons)),
    error: Nullable(JobError),
  },
  open,
);
export type JobOutput = Static<typeof JobOutput>;

const Milliseconds = Nullable(Type.Integer({ minimum: 0 }));

/** The outcome of one turn, without its text. */
export const EndedTurn = Type.Object(
  {
    job_uuid: Uuid,
    conversation_uuid: Uuid,
    client: Type.String(),
    external_user_id: aboutPerson(Nullable(Type.String(), 'null for a role that sees no people.')),
    agent_slug: Type.String(),
    provider: Nullable(Type.String()),
    model: Nullable(Type.String(), 'The model that was called last; null where none was.'),
    delivery: oneOf(turnKinds),
    status: oneOf(endedStatuses),
    finish_reason: Nullable(oneOf(finishReasons)),
    error_code: Nullable(Type.String()),
    attempt: Type.Integer(),
    deep_dive: Type.Boolean(),
    priority: Type.Boolean(),
    refunded: Type.Boolean(),
    request_id: Nullable(
      Type.String(),
      'The id of the request, as its caller saw it; null where it is unknown.',
    ),
    guidance_version: GuidanceOfTurn,
    first_text_ms: Milliseconds,
    created_at: Timestamp,
    started_at: Nullable(Timestamp),
    finished_at: Timestamp,
  },
  open,
);
export type EndedTurn = Static<typeof EndedTurn>;

export const EndedTurnList = Type.Object(
  { ok: Type.Literal(true), object: Type.Literal('list'), data: Type.Array(EndedTurn), ...page },
  open,
);
export type EndedTurnList = Static<typeof EndedTurnList>;
