import assert from 'node:assert/strict';
import type { Job, JobAccepted, JobOutput } from '#contract/jobs.ts';
import type { Usage } from '#contract/resources.ts';
import { isFinal } from '#core/turn/turn.ts';
import type { Json } from '../reading/json.ts';
import type { TestService } from './process.ts';

interface Reading {
  /** Seconds of the long poll. */
  readonly wait?: number;
  readonly until?: 'final';
  /** The known version; any other is answered at once. */
  readonly etag?: string | null;
}

/** One end user of one partner at one process: the job routes as a partner's backend calls them. */
export class JobCaller {
  readonly clientId: number;
  readonly user: string;
  readonly #service: TestService;
  readonly apiKey: string;

  constructor(service: TestService, clientId: number, key: string, user: string) {
    this.#service = service;
    this.clientId = clientId;
    this.apiKey = key;
    this.user = user;
  }

  /** The same end user at another process. */
  at(service: TestService): JobCaller {
    return new JobCaller(service, this.clientId, this.apiKey, this.user);
  }

  /** Another end user of the same partner. */
  as(user: string): JobCaller {
    return new JobCaller(this.#service, this.clientId, this.apiKey, user);
  }

  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { authorization: `Bearer ${this.apiKey}`, ...init.headers };
    return fetch(`${this.#service.origin}/v1${path}`, { ...init, headers });
  }

  send(
    path: '/jobs' | '/stream',
    body: object = {},
    headers: Readonly<Record<string, string>> = {},
    signal: AbortSignal | null = null,
  ): Promise<Response> {
    const context = { external_user_id: this.user };
    return this.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ prompt: 'A question', context, ...body }),
      signal,
    });
  }

  async enqueue(body: object = {}, headers: Readonly<Record<string, string>> = {}): Promise<JobAccepted> {
    return bodyOf(await expectStatus(await this.send('/jobs', body, headers), 202));
  }

  async job(id: string): Promise<Job> {
    return bodyOf(await expectStatus(await this.read(id), 200));
  }

  read(id: string, { wait = 0, until, etag = null }: Reading = {}): Promise<Response> {
    const headers: Record<string, string> = etag === null ? {} : { 'if-none-match': etag };
    return this.fetch(`/jobs/${id}?${this.#identity({ wait, ...(until && { until }) })}`, { headers });
  }

  async output(id: string, after?: string, wait = 0, until?: 'final'): Promise<JobOutput> {
    const query = this.#identity({ wait, ...(until && { until }), ...(after !== undefined && { after }) });
    return bodyOf(await expectStatus(await this.fetch(`/jobs/${id}/output?${query}`), 200));
  }

  /** Resolves with the end, which the answer has unless the process that runs the job is slow to store it. */
  async cancel(id: string): Promise<Job> {
    const response = await this.fetch(`/jobs/${id}/cancel?${this.#identity()}`, { method: 'POST' });
    const job = await bodyOf<Job>(await expectStatus(response, 200));
    return isFinal(job.status) ? job : this.untilFinal(id);
  }

  follow(id: string, after?: string, accept = 'text/plain', signal: AbortSignal | null = null) {
    const query = this.#identity(after === undefined ? {} : { after });
    return this.fetch(`/jobs/${id}/stream?${query}`, { headers: { accept }, signal });
  }

  /** The job once it is in the wanted state: a long poll from version to version, so that no change is missed. */
  async until(id: string, isWanted: (job: Job) => boolean, seconds = 60): Promise<Job> {
    const deadline = performance.now() + seconds * 1_000;
    let etag: string | null = null;
    let job: Job | null = null;
    while (performance.now() < deadline) {
      const response = await this.read(id, { wait: etag === null ? 0 : 1, etag });
      if (response.status === 304) continue;
      etag = (await expectStatus(response, 200)).headers.get('etag');
      job = await bodyOf<Job>(response);
      if (isWanted(job)) return job;
    }
    throw new assert.AssertionError({ message: `the job stayed ${JSON.stringify(job)}` });
  }

  untilRunning(id: string): Promise<Job> {
    return this.until(id, (job) => job.status === 'running');
  }

  untilFinal(id: string, seconds?: number): Promise<Job> {
    return this.until(id, (job) => isFinal(job.status), seconds);
  }

  /** Requests that the client and this user have used today. */
  async used(): Promise<number> {
    const { usage } = await bodyOf<{ usage: Usage }>(await this.fetch(`/usage?${this.#identity()}`));
    return usage.requests.used;
  }

  #identity(more: Readonly<Record<string, string | number>> = {}): URLSearchParams {
    const query = new URLSearchParams({ external_user_id: this.user });
    for (const [name, value] of Object.entries(more)) if (value !== 0) query.set(name, String(value));
    return query;
  }
}

/** The parsed body, typed as in the contract. */
export async function bodyOf<T = Json>(response: Response): Promise<T> {
  return JSON.parse(await response.text());
}

async function expectStatus(response: Response, status: number): Promise<Response> {
  if (response.status === status) return response;
  throw new assert.AssertionError({
    message: `${response.url} answered ${response.status}: ${await response.text()}`,
    actual: response.status,
    expected: status,
  });
}
