import assert from 'node:assert/strict';
import { Compile } from 'typebox/compile';
import type { Endpoint } from '#contract/endpoint.ts';
import { adminEndpoints } from '#contract/endpoints/admin-endpoints.ts';
import { createEmptyDatabase } from '#test/database/test-database.ts';
import type { Json } from '#test/reading/json.ts';
import { runCommand, startService } from '#test/world/process.ts';

export type OperationName = keyof typeof adminEndpoints;

interface Request {
  readonly key?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: object;
}

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

/** The service on a database of its own, with a client `ops` that has every admin scope. */
export interface AdminService extends AsyncDisposable {
  readonly origin: string;
  /** Creates a client with the command line and returns its key. */
  clientByCommand(slug: string, scopes?: string): Promise<string>;
  /** Sends requests as `ops` by default, and checks the response against the schema of the endpoint. */
  call(name: OperationName, request?: Request): Promise<Reply>;
}

export async function startAdminService(): Promise<AdminService> {
  const database = await createEmptyDatabase();
  const env = { DATABASE_URL: database.url, PARLEY_SECRET: 's'.repeat(32) };
  const service = await startService({ env });
  const clientByCommand = async (slug: string, scopes = 'chat') => {
    const words = ['client', 'create', slug, '--scopes', scopes, '--json'];
    const { api_key }: Json = JSON.parse((await runCommand(words, { env })).stdout);
    return String(api_key);
  };
  const operatorKey = await clientByCommand('ops', 'admin:clients,admin:usage,admin:audit,admin:operate');
  return {
    origin: service.origin,
    clientByCommand,
    call: (name, request = {}) => call(service.origin, name, { key: operatorKey, ...request }),
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await database.drop();
    },
  };
}

async function call(origin: string, name: OperationName, request: Request): Promise<Reply> {
  const endpoint: Endpoint = adminEndpoints[name];
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, key) =>
    encodeURIComponent(request.params?.[key] ?? 'x'),
  );
  const response = await fetch(`${origin}/v1${path}${request.query ?? ''}`, {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${request.key}`,
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
  });
  const body: Json = JSON.parse(await response.text());
  const schema = endpoint.answers[response.status];
  if (typeof schema === 'object' && schema !== null) {
    assert.deepEqual([...Compile(schema).Errors(body)], [], `${name} ${response.status}`);
  }
  return { status: response.status, headers: response.headers, body };
}
