import { type ClientRequest, request as send } from 'node:http';
import { scopes } from '#contract/closed-sets.ts';
import { limits } from '#contract/limits.ts';
import { type Hosted, openHosted, type Tenant } from '../world/hosted.ts';
import { Partner } from '../world/partner.ts';
import { readAnswer, refusedInCrowd } from './crowd.ts';
import { type Caller, type DescribedRequest, inConversation, withMember } from './described-request.ts';
import type { JudgedAnswer } from './openapi-judge.ts';
import { enabledClient, twoHosts } from './openapi-requests.ts';
import { kindOf, webhookKind } from './path-kinds.ts';
import { needsAction, prepareAction } from './prepare-action.ts';
import { prepareToolServer } from './prepare-tools.ts';

const rejected = { options: { if_busy: 'reject' } };
const operator = { kind: 'operator-cli' } as const;
/** The users and clients that the examples of the document name. */
const user = 'user-1';

/** A service with the data that the document's own requests need, and the callers that are refused. */
export class OpenApiWorld implements AsyncDisposable {
  readonly hosted: Hosted;
  readonly #tenants: ReadonlyMap<Caller, Tenant>;
  /** The cookie of a user who was disabled since. */
  readonly #disabled: string;
  /** The cookie of one who is signed in. */
  readonly #visiting: string;
  readonly #busyConversation: string;
  /** Waits behind the answer of that conversation, which does not end. */
  readonly #waitingJob: string;
  /** Ids created by the responses so far, by their place in a path. */
  readonly #made = new Map<string, string>();

  constructor(
    hosted: Hosted,
    tenants: ReadonlyMap<Caller, Tenant>,
    cookies: { readonly disabled: string; readonly visiting: string },
    busy: { readonly conversation: string; readonly job: string },
  ) {
    this.hosted = hosted;
    this.#tenants = tenants;
    this.#disabled = cookies.disabled;
    this.#visiting = cookies.visiting;
    this.#busyConversation = busy.conversation;
    this.#waitingJob = busy.job;
  }

  async send(request: DescribedRequest): Promise<JudgedAnswer> {
    await this.#prepare(request);
    const headers = await this.#headersOf(request);
    if (request.caller === 'crowd')
      return refusedInCrowd(request, headers, (one, all) => this.#ask(one, all));
    const answer = await readAnswer(request, this.#ask(request, headers));
    if (request.caller === 'good') this.#keep(request, answer.text);
    return answer;
  }

  #ask(request: DescribedRequest, headers: readonly string[]): ClientRequest {
    const asked = send({
      host: '127.0.0.1',
      port: this.hosted.api.portOf(),
      method: request.method.toUpperCase(),
      path: this.#addressOf(request),
      headers,
    });
    return asked.end(this.#bodyOf(request) ?? undefined);
  }

  /** The same request with the ETag of its last response, where it had one, and without waiting for another. */
  repeated(request: DescribedRequest, { headers }: JudgedAnswer): DescribedRequest[] {
    const { etag } = headers;
    if (typeof etag !== 'string') return [];
    const { wait: _, ...query } = request.query;
    const known = { ...request.headers, 'if-none-match': etag };
    return [{ ...request, name: 'nothing new', query, headers: known }];
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.hosted[Symbol.asyncDispose]();
  }

  /** Every deletion gets an object of its own, so that every operation finds what it needs. */
  async #prepare({ path, name, caller }: DescribedRequest): Promise<void> {
    if (needsAction({ path, name })) {
      const known = this.#made.get(`an action ${caller}`);
      const id = known ?? (await prepareAction(this.hosted.api, this.#tenantOf(caller), caller));
      if (caller === 'too fast') this.#made.set(`an action ${caller}`, id);
      this.#made.set('actions', id);
      return;
    }
    if (name === 'good' && /\{(webhook|event)\}/.test(path)) await this.#prepareWebhook(path);
    if (name === 'good' && path.includes('{server}')) {
      const kind = webhookKind(path);
      const slug = kind === 'admin' ? 'acme' : this.#tenantOf('good').slug;
      this.#made.set(`${kind} server`, await prepareToolServer(this.hosted.api.database, slug));
    }
    if (name === 'good' && path.includes('/processes/')) await this.#prepareProcess();
    if (name !== 'good' || !/\{(uuid|response)\}/.test(path)) return;
    const { client, key } = this.#tenantOf('good');
    const partner = new Partner(this.hosted.api, client, key);
    const answer = await partner.send({ context: { external_user_id: user } });
    this.#made.set('conversations', answer.headers.get('x-conversation-id') ?? '');
    this.#made.set('jobs', answer.headers.get('x-job-id') ?? '');
    this.#made.set('response', `resp_${answer.headers.get('x-job-id')}`);
    this.#made.set('message_uuid', answer.headers.get('x-message-id') ?? '');
  }

  /** The service itself has to go on. */
  async #prepareProcess(): Promise<void> {
    const [process] = await this.hosted.api.database.query<{ id: string }>(
      `insert into processes values (gen_random_uuid(), now(), now() + interval '5 minutes', 0) returning id`,
    );
    this.#made.set('process', process?.id ?? '');
  }

  async #prepareWebhook(path: string): Promise<void> {
    const kind = webhookKind(path);
    if (this.#made.has(`${kind} webhook`)) return;
    const { client, key } = this.#tenantOf('good');
    const partner = new Partner(this.hosted.api, client, key);
    const webhooks = kind === 'admin' ? '/admin/clients/acme/webhooks' : '/webhooks';
    const { id } = JSON.parse((await partner.post(webhooks, { url: 'https://hooks.example.com/' })).text);
    const { event_id: event } = JSON.parse((await partner.post(`${webhooks}/${id}/test`, {})).text);
    this.#made.set(`${kind} webhook`, id).set(`${kind} event`, event);
  }

  #keep({ path, method }: DescribedRequest, text: string): void {
    if (method !== 'post' || !path.endsWith('/users') || !text.includes('"id":"hu:')) return;
    this.#made.set('id', /"id":"(hu:[^"]+)"/.exec(text)?.[1] ?? '');
  }

  #addressOf({ path, operation, prefix, parameters, query, caller }: DescribedRequest): string {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const example = operation.parameters?.find((one) => one.in === 'path' && one.name === name)?.example;
      if ((caller === 'ten endpoints' || caller === 'no room') && name === 'slug')
        return this.#tenantOf(caller).slug;
      if (name === 'client') return parameters[name] ?? this.#tenantOf('good').slug;
      const kind = kindOf(name, path);
      if (caller === 'crowd' && name === 'response') return `resp_${this.#waitingJob}`;
      if (caller === 'crowd' && name === 'uuid') {
        return kind === 'conversations' ? this.#busyConversation : this.#waitingJob;
      }
      if (parameters[name] === enabledClient) return this.#tenantOf('good').slug;
      return encodeURIComponent(parameters[name] ?? this.#made.get(kind) ?? String(example));
    });
    const search = new URLSearchParams(query).toString();
    return `${prefix}${filled}${search === '' ? '' : `?${search}`}`;
  }

  #bodyOf(request: DescribedRequest): string | null {
    const { body, path, caller } = request;
    if (caller === 'busy') {
      const body = inConversation(request, this.#busyConversation);
      return path.startsWith('/jobs') ? withMember({ ...request, body }, rejected) : body;
    }
    const message = this.#made.get('message_uuid');
    if (path.endsWith('/feedback') && body?.includes('message_uuid') && message !== undefined) {
      return withMember(request, { message_uuid: message });
    }
    return body;
  }

  /** Names and values alternating, so that a name may occur twice. */
  async #headersOf(request: DescribedRequest): Promise<string[]> {
    const { hosted, name, headers, body } = request;
    const tenant = this.#tenantOf(hosted && request.caller === 'forbidden' ? 'good' : request.caller);
    const host = hosted ? tenant.host : `127.0.0.1:${this.hosted.api.portOf()}`;
    const all = {
      host,
      ...(body === null ? {} : { 'content-type': 'application/json' }),
      ...(await this.#credentials(request, tenant)),
      ...headers,
    };
    const flat = Object.entries(all).flat();
    const length = this.#bodyOf(request);
    if (length !== null) flat.push('content-length', String(Buffer.byteLength(length)));
    return name === twoHosts ? [...flat, 'host', host] : flat;
  }

  async #credentials({ hosted, caller }: DescribedRequest, tenant: Tenant): Promise<Record<string, string>> {
    switch (caller) {
      case 'none':
        return {};
      case 'wrong':
        return { authorization: 'Bearer parley_sk_no' };
      case 'forbidden':
        if (hosted) return { cookie: this.#disabled, origin: tenant.url().slice(0, -1) };
        return { authorization: `Bearer ${tenant.key}` };
      case 'another person':
        return { cookie: this.#visiting, 'x-parley-user': 'hu:another', origin: tenant.url().slice(0, -1) };
      default:
        return { authorization: `Bearer ${hosted ? await tenant.token(user) : tenant.key}` };
    }
  }

  #tenantOf(caller: Caller): Tenant {
    const tenant = this.#tenants.get(caller) ?? this.#tenants.get('good');
    if (tenant === undefined) throw new Error('there is no tenant');
    return tenant;
  }
}

export async function openOpenApiWorld(): Promise<OpenApiWorld> {
  await using parts = new AsyncDisposableStack();
  // The endless answer must not end while the requests are made, nor keep the service from stopping.
  const hosted = parts.use(await openHosted({ config: { limits: { drain_ms: 0, idle_ms: 600_000 } } }));
  const every = { scopes: [...scopes], deep_dive_enabled: true };
  const good = await hosted.tenant(every);
  const busy = await hosted.tenant({ ...every, model: 'openai/mock:stall=1', events_since: new Date() });
  const full = await hosted.tenant(every);
  const tenants = new Map<Caller, Tenant>([
    ['good', good],
    ['forbidden', await hosted.tenant({ scopes: [] })],
    ['lapsed', await hosted.tenant({ ...every, subscription_status: 'past_due' })],
    ['used up', await hosted.tenant({ ...every, daily_limit: 0, user_requests_limit: 5 })],
    ['busy', busy],
    ['crowd', busy],
    ['ten endpoints', full],
    ['no room', await hosted.tenant({ ...every, knowledge_bytes: 0 })],
    ['two keys', await withTwoKeys(hosted, every)],
    ['too fast', await hosted.tenant(every)],
    ['refused', await hosted.tenant({ ...every, model: 'openai/mock:status=400' })],
    ['failing', await hosted.tenant({ ...every, model: 'openai/mock:status=409' })],
  ]);
  for (let count = 0; count < limits.webhooks; count++) {
    const endpoints = new Partner(hosted.api, full.client, full.key);
    await endpoints.post('/webhooks', { url: 'https://hooks.example.com/' });
  }
  const visitor = await good.visitor();
  const disabled = visitor.browser.cookies(good.host);
  const visiting = (await good.visitor()).browser.cookies(good.host);
  await hosted.administration.users.disable(operator, good.slug, visitor.user);
  const partner = new Partner(hosted.api, busy.client, busy.key);
  const context = { external_user_id: user };
  const running = await partner.open({ context, options: { on_disconnect: 'continue' } });
  const conversation = running.headers.get('x-conversation-id') ?? '';
  await running.body?.cancel();
  const queued = { prompt: 'Next', context, conversation_uuid: conversation };
  const job = String(JSON.parse((await partner.post('/jobs', queued)).text).job_uuid);
  parts.move();
  return new OpenApiWorld(hosted, tenants, { disabled, visiting }, { conversation, job });
}

/** A tenant whose previous key still works, and whose new one was used. */
async function withTwoKeys(hosted: Hosted, columns: object): Promise<Tenant> {
  const tenant = await hosted.tenant({ ...columns });
  const partner = new Partner(hosted.api, tenant.client, tenant.key);
  const { api_key: key } = JSON.parse((await partner.post('/keys/rotate', {})).text);
  await partner.get('/agents', { headers: { authorization: `Bearer ${key}` } });
  return tenant;
}
