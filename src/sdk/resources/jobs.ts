import type { AnswerStream } from '../answer/answer-stream.ts';
import { type FollowOptions, followJob, toCancelRequest } from '../answer/open-answer.ts';
import { type JobRequest, type SendOptions, toChatBody, toIdempotencyHeader } from '../chat-request.ts';
import type { Transport } from '../transport.ts';
import type { EndedTurn, EndedTurnList, Job, JobAccepted, JobOutput } from '../wire.ts';
import { apiKeyOnly, type CallOptions } from './call-options.ts';

export interface JobReadOptions extends CallOptions {
  /** 0 to 30: answer when the state or the position has changed, or after this time. */
  readonly waitSeconds?: number | undefined;
  /** `final`: waits for the end alone; by default any change, and newer text, ends the wait. */
  readonly until?: 'change' | 'final' | undefined;
}

export interface JobOutputOptions extends JobReadOptions {
  /** Only the text after this cursor. */
  readonly after?: string | undefined;
}

export interface EndedTurnsOptions extends CallOptions {
  /** Only those with this outcome. */
  readonly status?: readonly EndedTurn['status'][] | undefined;
  /** The `X-Request-Id` that the caller saw, or the uuid of a job. */
  readonly requestId?: string | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  /** 1 to 100; 20 by default. */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page. */
  readonly cursor?: string | undefined;
}

/** Answers that are queued and written by a worker, and the runs of streams. */
export class Jobs {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Resolves when the job is stored; its answer is read with `follow`, `wait` or `output`. */
  async create(request: JobRequest, options: SendOptions = {}): Promise<JobAccepted> {
    apiKeyOnly(this.#transport, 'jobs.create');
    const [body, headers] = [toChatBody(request, false), toIdempotencyHeader(options)];
    return this.#transport.json({ method: 'POST', path: '/jobs', body, headers, signal: options.signal });
  }

  get(jobUuid: string, options: JobReadOptions = {}): Promise<Job> {
    const { waitSeconds, until, ...rest } = options;
    const path = `/jobs/${encodeURIComponent(jobUuid)}`;
    const query = { wait: waitSeconds, until };
    return this.#transport.json({ method: 'GET', path, query, waitSeconds, ...rest });
  }

  /** The job in its final state, whichever that is. */
  async wait(jobUuid: string, options: CallOptions = {}): Promise<Job> {
    for (;;) {
      const job = await this.get(jobUuid, { ...options, waitSeconds: 30, until: 'final' });
      if (job.status !== 'queued' && job.status !== 'running') return job;
    }
  }

  output(jobUuid: string, options: JobOutputOptions = {}): Promise<JobOutput> {
    const { waitSeconds, until, after, ...rest } = options;
    const path = `/jobs/${encodeURIComponent(jobUuid)}/output`;
    const query = { after, wait: waitSeconds, until };
    return this.#transport.json({ method: 'GET', path, query, waitSeconds, ...rest });
  }

  /** Reads the answer from its beginning while it is written. Leaving does not cancel it. */
  follow(jobUuid: string, options: FollowOptions = {}): AnswerStream {
    return followJob(this.#transport, jobUuid, options);
  }

  /** One page of the outcomes of earlier turns, newest first: of one end user, or of all. */
  async ended(options: EndedTurnsOptions = {}): Promise<EndedTurnList> {
    apiKeyOnly(this.#transport, 'jobs.ended');
    const { status, requestId, since, until, limit, cursor, ...rest } = options;
    const query = {
      status: status?.join(','),
      request_id: requestId,
      since: since?.toISOString(),
      until: until?.toISOString(),
      limit,
      cursor,
    };
    return this.#transport.json({ method: 'GET', path: '/ended-turns', query, ...rest });
  }

  /** All of them, fetched page by page. */
  async *allEnded(options: EndedTurnsOptions = {}): AsyncGenerator<EndedTurn, void> {
    let { cursor } = options;
    do {
      const page: EndedTurnList = await this.ended({ ...options, cursor });
      yield* page.data;
      cursor = page.has_more ? (page.next_cursor ?? undefined) : undefined;
    } while (cursor !== undefined);
  }

  /** A job that is already final stays as it is. */
  cancel(jobUuid: string, options: CallOptions = {}): Promise<Job> {
    return this.#transport.json({
      ...toCancelRequest(jobUuid, options.externalUserId),
      signal: options.signal,
    });
  }
}
