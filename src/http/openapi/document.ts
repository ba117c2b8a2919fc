import type { Endpoint } from '#contract/endpoint.ts';
import type { Surface } from '#contract/endpoint-errors.ts';
import { adminEndpoints } from '#contract/endpoints/admin-endpoints.ts';
import { endpoints } from '#contract/endpoints/endpoints.ts';
import { peopleEndpoints } from '#contract/endpoints/operator-endpoints.ts';
import { headerTable } from '#contract/headers.ts';
import { openAiEndpoints } from '#contract/openai/endpoints.ts';
import type { Hosts } from '../server/hosts.ts';
import { openAiPath } from '../server/openai-refusal.ts';
import { describeOperation, openAiTag, tags } from './operation.ts';
import { problemExamples } from './problem-examples.ts';
import { componentSchemas } from './schemas.ts';
import type { Header, Method, OpenApiDocument, PathItem, Server } from './types.ts';

/** Where the description of the routes for clients of OpenAI's API is served. */
export const openAiDocumentPath = `${openAiPath}/openapi.json`;

const openApi = {
  openapi: '3.1.1',
  jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
} as const;
const license = { name: 'MIT', identifier: 'MIT' } as const;

/** The OpenAPI 3.1 description of the service, generated from the contract alone. */
export function createDocument(hosts: Hosts, version: string): OpenApiDocument {
  const paths = { ...apiPaths(), ...hostedPaths(hosts) };
  const examples = problemExamples();
  const used = usedComponents(
    { paths, examples },
    { schemas: componentSchemas(), headers: componentHeaders() },
  );
  return {
    ...openApi,
    info: {
      title: 'Parley',
      version,
      summary: 'AI chat for the partners of a platform.',
      description: introduction(`${hosts.apiOrigin}${openAiDocumentPath}`),
      license,
    },
    servers: [{ url: `${hosts.apiOrigin}/v1`, description: 'The API, for backends with a key.' }],
    security: [{ ApiKey: [] }],
    tags: tags.filter(({ name }) => name !== openAiTag),
    paths,
    components: { ...used, examples, securitySchemes },
  };
}

/**
 * The description of the routes for clients of OpenAI's API. It is a document of its own because programs that read
 * descriptions take the server of the whole document, and these routes have another.
 */
export function createOpenAiDocument(hosts: Hosts, version: string): OpenApiDocument {
  const paths = pathsOf(Object.values(openAiEndpoints), 'openai', '');
  const used = usedComponents({ paths }, { schemas: componentSchemas(), headers: componentHeaders() });
  return {
    ...openApi,
    info: {
      title: 'Parley for clients of OpenAI’s API',
      version,
      summary: 'The same answers, in the form of OpenAI’s API.',
      description: openAiIntroduction(`${hosts.apiOrigin}/v1/openapi.json`),
      license,
    },
    servers: [{ url: `${hosts.apiOrigin}${openAiPath}`, description: 'For clients of OpenAI’s API.' }],
    security: [{ ApiKey: [] }],
    tags: tags.filter(({ name }) => name === openAiTag),
    paths,
    components: { ...used, examples: {}, securitySchemes: { ApiKey: securitySchemes.ApiKey } },
  };
}

function apiPaths(): Record<string, PathItem> {
  const tables = [endpoints, peopleEndpoints, adminEndpoints];
  return pathsOf(
    tables.flatMap((table) => Object.values<Endpoint>(table)),
    'api',
    '',
  );
}

function hostedPaths(hosts: Hosts): Record<string, PathItem> {
  const server: Server = {
    url: hosts.tenantUrl('{tenant}'),
    description: 'The origin of one tenant.',
    variables: { tenant: { default: 'demo', description: 'The slug of the client.' } },
  };
  const hosted = Object.values(endpoints).filter((endpoint) => endpoint.hosted);
  const paths = pathsOf(hosted, 'hosted', '/chat');
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [path, { servers: [server], ...item }]),
  );
}

function pathsOf(list: readonly Endpoint[], surface: Surface, prefix: string): Record<string, PathItem> {
  const paths: Record<string, PathItem> = {};
  for (const endpoint of list) {
    const path = prefix + endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [methodOf(endpoint)]: describeOperation(endpoint, surface) };
  }
  return paths;
}

function methodOf({ method }: Endpoint): Method {
  switch (method) {
    case 'GET':
      return 'get';
    case 'POST':
      return 'post';
    case 'PATCH':
      return 'patch';
    case 'PUT':
      return 'put';
    case 'DELETE':
      return 'delete';
  }
}

function componentHeaders(): Record<string, Header> {
  return Object.fromEntries(
    Object.entries(headerTable).map(([name, description]) => [
      name,
      { description, schema: { type: name === 'Retry-After' ? 'integer' : 'string' } },
    ]),
  );
}

const securitySchemes = {
  ApiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'The secret key of a client, which stays on its backend: `Authorization: Bearer <API_KEY>`.',
  },
  SessionToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The token of `POST /hosted-session`, as an embedded page sends it.',
  },
  SessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-parley_session',
    description: 'The session of a signed-in page; `parley_session` over plain http on localhost.',
  },
} as const;

/** How requests and answers are written. */
const form =
  'JSON is snake_case; times are RFC 3339 in UTC. Unknown members, unknown query names and repeated ones are refused with 422, and nothing is coerced. `null` for an optional member of a body means that it is absent, unless its schema takes null. Every answer carries `X-Request-Id`. Refusals are `application/problem+json` (RFC 9457) with a stable `code`.';

/** The document's own introduction, in Markdown. */
function introduction(openAiDocument: string): string {
  return [
    'AI chat for the partners of a platform. A partner’s backend sends its API key as `Authorization: Bearer <API_KEY>` and names its end user in `external_user_id`; the hosted pages send a session token, which names the end user already.',
    form,
    'An unknown path below `/v1` is 401 without a key and 404 with one; a known path with another method is 405.',
    `The routes for clients of OpenAI’s API, below \`${openAiPath}\`, have a description of their own: ${openAiDocument}.`,
    '`/v1` changes only by addition: expect members and event names that you do not know.',
  ].join('\n\n');
}

function openAiIntroduction(document: string): string {
  return [
    'The same answers, checks and charges as `POST /v1/stream`, for clients written for OpenAI’s API. They need this address and the API key of a client, as `Authorization: Bearer <API_KEY>`. The key stays on a backend, because it acts for every end user of the client.',
    'Every request names its end user, as `safety_identifier` or `user`, unless the client’s settings do. Refusals have the form of OpenAI’s API, with a stable `code`; those that no retry can change carry `x-should-retry: false`.',
    `Everything else is described at ${document}.`,
  ].join('\n\n');
}

type Components = Pick<OpenApiDocument['components'], 'schemas' | 'headers'>;

/** Those schemas and headers that something refers to, or a schema that is referred to itself. */
function usedComponents(document: object, { schemas, headers }: Components): Components {
  const used = new Set<string>();
  const visit = (part: unknown): void => {
    for (const name of referencesIn(part)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(schemas[name.replace(/^schemas\//, '')]);
    }
  };
  visit(document);
  const within = <T>(kind: string, all: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(all).filter(([name]) => used.has(`${kind}/${name}`)));
  return { schemas: within('schemas', schemas), headers: within('headers', headers) };
}

function referencesIn(part: unknown): string[] {
  const text = JSON.stringify(part) ?? '';
  return [...text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(([, name = '']) => name);
}
