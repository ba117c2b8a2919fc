import type { Endpoint } from '#contract/endpoint.ts';
import type { Surface } from '#contract/endpoint-errors.ts';
import { requestHeaderTable } from '#contract/headers.ts';
import { exampleOf } from './examples/index.ts';
import { responsesOf } from './responses.ts';
import { describeBody, describeSchema } from './schemas.ts';
import type { Content, Operation, OperationExample, Parameter, Schema, Security } from './types.ts';
import { wordsOf } from './words/add-words.ts';

/** Describes one operation of the contract on one surface. */
export function describeOperation(endpoint: Endpoint, surface: Surface): Operation {
  const { operation, summary, description } = endpoint;
  const example = exampleOf(operation);
  const parameters = parametersOf(endpoint, surface, example);
  return {
    operationId:
      surface !== 'hosted' ? operation : `hosted${operation.slice(0, 1).toUpperCase()}${operation.slice(1)}`,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [tagFor(endpoint, surface)],
    security: securityOf(endpoint, surface),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBodyOf(endpoint, surface),
    responses: responsesOf(endpoint, surface, example),
  };
}

function securityOf({ scope }: Endpoint, surface: Surface): readonly Security[] {
  if (surface === 'hosted') return [{ SessionToken: [] }, { SessionCookie: [] }];
  return scope === null ? [{}, { ApiKey: [] }] : [{ ApiKey: [] }];
}

function requestBodyOf(endpoint: Endpoint, surface: Surface): Pick<Operation, 'requestBody'> {
  const { body, bodyOptional = false, fileTypes } = endpoint;
  if (fileTypes !== undefined)
    return { requestBody: { required: true, content: fileContent(endpoint, fileTypes) } };
  if (body === null) return {};
  const example = withoutIdentity(exampleOf(endpoint.operation).body, surface);
  const shown = example === undefined ? {} : { example };
  const content = { 'application/json': { schema: describeBody(endpoint, body, surface), ...shown } };
  return { requestBody: { required: !bodyOptional, content } };
}

/** Bytes that are no text have no schema in OpenAPI 3.1. */
function fileContent({ operation }: Endpoint, fileTypes: readonly string[]): Content {
  const { file = {} } = exampleOf(operation);
  return Object.fromEntries(
    fileTypes.map((type) => {
      const example = file[type];
      const schema = type.startsWith('text/') ? { type: 'string' } : {};
      return [type, { schema, ...(example !== undefined && { example }) }];
    }),
  );
}

const identityMembers = new Set(['context', 'external_user_id']);

function withoutIdentity(body: object | undefined, surface: Surface): object | undefined {
  if (body === undefined || surface !== 'hosted') return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !identityMembers.has(name)));
}

export const openAiTag = 'OpenAI-compatible';

export const tags = [
  { name: 'Answers', description: 'Ask, and read the answer while it is written.' },
  { name: 'Jobs', description: 'Ask, and read the answer later. Every answer is a job, streams included.' },
  { name: 'Conversations', description: 'The questions and answers of an end user.' },
  { name: 'Events', description: 'What has happened: a log to read, and endpoints that are notified.' },
  { name: 'Tools', description: 'Servers of your own tools, and what is approved of what they offer.' },
  { name: 'Account', description: 'Quota, models, hosted sessions and health.' },
  {
    name: 'People',
    description:
      'Block end users, read what they thought of the answers, and export or erase what is stored about them.',
  },
  { name: 'Knowledge', description: 'The documents from which an agent answers.' },
  { name: 'Administration', description: 'Partners, their users and agents, for keys with `admin:clients`.' },
  {
    name: 'For a partner',
    description: 'What a partner can do by itself, done by the operator, for keys with `admin:clients`.',
  },
  {
    name: 'Operation',
    description: 'Use, costs, and the service at work, for keys with another `admin:` scope.',
  },
  {
    name: openAiTag,
    description:
      'Below `/openai/v1`: the same answers for clients of OpenAI’s API, which need only this address and a key.',
  },
  { name: 'Hosted pages', description: 'The same operations on a tenant’s own origin, for browsers.' },
] as const;

function tagFor(endpoint: Endpoint, surface: Surface): (typeof tags)[number]['name'] {
  switch (surface) {
    case 'api':
      return tagOf(endpoint);
    case 'openai':
      return openAiTag;
    case 'hosted':
      return 'Hosted pages';
  }
}

function tagOf({ path, scope }: Endpoint): (typeof tags)[number]['name'] {
  if (scope === 'knowledge') return 'Knowledge';
  const [, noun, ...rest] = path.split('/');
  switch (noun) {
    case 'stream':
      return 'Answers';
    case 'jobs':
      return 'Jobs';
    case 'conversations':
      return 'Conversations';
    case 'events':
    case 'webhooks':
      return 'Events';
    case 'tool-servers':
      return 'Tools';
    case 'feedback':
    case 'blocked-users':
    case 'user-data':
      return 'People';
    case 'admin':
      return administrativeTag(rest);
    default:
      return 'Account';
  }
}

function administrativeTag([noun, , part, ...rest]: readonly string[]): (typeof tags)[number]['name'] {
  if (noun !== 'clients') return noun === 'agents' ? 'Administration' : 'Operation';
  const isOwn = part === 'events' || part === 'webhooks' || (part === 'agents' && rest.length > 1);
  return isOwn ? 'For a partner' : 'Administration';
}

const pathParameters: Readonly<Record<string, string>> = {
  slug: 'A slug.',
  client: 'The slug of a client.',
  agent: 'The slug of an agent.',
  id: 'A hosted user, `hu:<uuid>`.',
  event: 'An event, `evt_<uuid>`.',
  document: 'Its id, which you choose: 1 to 128 letters, digits, dots, dashes, underscores and tildes.',
  webhook: 'The id of an endpoint.',
  server: 'The id of a tool server.',
  tool: 'The name of a tool, as its server calls it.',
  model: 'The slug of an agent.',
  response: '`resp_` and the uuid of a job. Unknown, malformed and foreign ones get the same answer.',
  uuid: 'Unknown, malformed and foreign ones get the same answer.',
};

/** Parameters of an operation: path, query, headers, in this order. */
function parametersOf(endpoint: Endpoint, surface: Surface, example: OperationExample): Parameter[] {
  return [...inPath(endpoint), ...inQuery(endpoint, surface), ...inHeader(endpoint)].map((parameter) => {
    const value = example.parameters?.[parameter.name];
    return value === undefined ? parameter : { ...parameter, example: value };
  });
}

function inPath({ path }: Endpoint): Parameter[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: pathParameters[name] ?? '',
    schema: { type: 'string' },
  }));
}

function inQuery({ query, body, identityOptional = false }: Endpoint, surface: Surface): Parameter[] {
  return Object.entries(query.properties)
    .filter(([name]) => surface !== 'hosted' || name !== 'external_user_id')
    .map(([name, schema]) => {
      const described = describeSchema(schema);
      const { description: _, ...rest } = described;
      const description = wordsOf(name, described, 'query');
      // Where a body may also name the end user, neither place is required by itself.
      const required = name === 'external_user_id' && body === null && !identityOptional;
      const about = description === null ? {} : { description };
      return { name, in: 'query', required, ...about, schema: rest };
    });
}

function inHeader({ requestHeaders = [] }: Endpoint): Parameter[] {
  const schema: Schema = { type: 'string' };
  return requestHeaders.map((name) => ({
    name,
    in: 'header',
    required: false,
    description: requestHeaderTable[name],
    schema,
  }));
}
