import { Agent, fetch, type RequestInit } from 'undici';
import type { Job, JobOutput } from '#contract/jobs.ts';
import type { Usage } from '#contract/resources.ts';
import type { Client } from '#core/clients/client.ts';
import { type Answered, readAnswer } from '../reading/answered.ts';
import type { Api } from './api.ts';

export interface SendOptions {
  /** Which of the processes receives requests; the first by default. */
  readonly process?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

type Body = Readonly<Record<string, unknown>>;

/** A partner's backend with its key. */
export class Partner {
  readonly client: Client;
  readonly key: string;
  readonly #api: Api;

  constructor(api: Api, client: Client, key: string) {
    this.#api = api;
    this.client = client;
    this.key = key;
  }

  /** Any request; a body that is an object is sent as JSON. */
  async request(method: string, path: string, body?: unknown, options: SendOptions = {}) {
    const isText = typeof body === 'string' || body instanceof Uint8Array;
    const init: RequestInit = {
      method,
      dispatcher: connections,
      signal: options.signal ?? null,
      headers: {
        authorization: `Bearer ${this.key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      body: body === undefined ? null : isText ? body : JSON.stringify(body),
    };
    return fetch(`${this.#api.urlOf(options.process)}${path}`, init);
  }

  async get(path: string, options?: SendOptions): Promise<Answered> {
    return readAnswer(await this.request('GET', path, undefined, options));
  }

  async post(path: string, body: unknown, options?: SendOptions): Promise<Answered> {
    return readAnswer(await this.request('POST', path, body, options));
  }

  /** POST /stream as `user-1` unless `body` says otherwise, read to its end. */
  async send(body: Body = {}, options?: SendOptions): Promise<Answered> {
    return readAnswer(await this.open(body, options));
  }

  /** The same, as soon as its headers have arrived. */
  open(body: Body = {}, options?: SendOptions) {
    return this.request('POST', '/stream', chatBody(body), options);
  }

  async usage(userId = 'user-1', options?: SendOptions): Promise<Usage> {
    const answer = await this.get(`/usage?external_user_id=${encodeURIComponent(userId)}`, options);
    const body: { usage: Usage } = JSON.parse(answer.text);
    return body.usage;
  }

  /** A turn's record once it is final. */
  async finalJob(id: string | null, userId = 'user-1'): Promise<Job> {
    for (;;) {
      const { text } = await this.get(`/jobs/${id}?wait=5&external_user_id=${encodeURIComponent(userId)}`);
      const job: Job = JSON.parse(text);
      if (!['queued', 'running'].includes(job.status)) return job;
    }
  }

  async output(id: string | null, userId = 'user-1'): Promise<JobOutput> {
    return JSON.parse((await this.get(`/jobs/${id}/output?external_user_id=${userId}`)).text);
  }

  /** Everything that a request could have left behind for this client. */
  async traces(): Promise<object> {
    const [row] = await this.#api.database.query<object>(tracesSql, [this.client.id]);
    return row ?? {};
  }

  /** Changes the client's row and its version, as the operator's commands do. */
  async change(columns: Readonly<Record<string, unknown>>): Promise<void> {
    const names = Object.keys(columns).map((name, index) => `${name} = $${index + 2}`);
    await this.#api.database.query(
      `update clients set ${['version = version + 1', ...names].join(', ')} where id = $1`,
      [this.client.id, ...Object.values(columns)],
    );
  }
}

export function chatBody(body: Body = {}): Body {
  return { prompt: 'A question', context: { external_user_id: 'user-1' }, ...body };
}

const connections = new Agent({ connections: 256 });

const tracesSql = `select
  (select count(*) from conversations where client_id = $1) as conversations,
  (select count(*) from messages where client_id = $1) as messages,
  (select count(*) from turns where client_id = $1) as turns,
  (select count(*) from ledger where client_id = $1) as ledger,
  (select count(*) from idempotency_keys where client_id = $1) as idempotency_keys,
  (select coalesce(sum(requests), 0) from burst_windows where client_id = $1) as burst,
  (select coalesce(sum(requests + priority + deep_dive), 0) from usage_clients where client_id = $1) as client_usage,
  (select coalesce(sum(requests + priority + deep_dive), 0) from usage_users where client_id = $1) as user_usage`;
