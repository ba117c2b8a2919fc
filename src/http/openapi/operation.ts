import type { Endpoint } from '#contract/endpoints/endpoint.ts';
import type { Door } from '#contract/endpoints/endpoint-errors.ts';
import { operationDescriptions } from './descriptions.ts';
import { exampleOf } from './examples/index.ts';
import { parametersOf } from './parameters.ts';
import { responsesOf } from './responses.ts';
import { describeBody } from './schemas.ts';
import type { Operation, Security } from './types.ts';

/** One operation of the contract, as one of the two doors offers it. */
export function describeOperation(endpoint: Endpoint, door: Door): Operation {
  const { operation, summary } = endpoint;
  const example = exampleOf(operation);
  const description = operationDescriptions[operation];
  const parameters = parametersOf(endpoint, door, example);
  return {
    operationId:
      door === 'api' ? operation : `hosted${operation.slice(0, 1).toUpperCase()}${operation.slice(1)}`,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [door === 'api' ? tagOf(endpoint) : 'Hosted pages'],
    security: securityOf(endpoint, door),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBodyOf(endpoint, door),
    responses: responsesOf(endpoint, door, example),
  };
}

function securityOf({ scope }: Endpoint, door: Door): readonly Security[] {
  if (door === 'hosted') return [{ SessionToken: [] }, { SessionCookie: [] }];
  return scope === null ? [{}, { ApiKey: [] }] : [{ ApiKey: [] }];
}

function requestBodyOf(endpoint: Endpoint, door: Door): Pick<Operation, 'requestBody'> {
  const { body, bodyOptional = false } = endpoint;
  if (body === null) return {};
  const example = withoutIdentity(exampleOf(endpoint.operation).body, door);
  const shown = example === undefined ? {} : { example };
  const content = { 'application/json': { schema: describeBody(endpoint, body, door), ...shown } };
  return { requestBody: { required: !bodyOptional, content } };
}

const identityMembers = new Set(['context', 'external_user_id']);

function withoutIdentity(body: object | undefined, door: Door): object | undefined {
  if (body === undefined || door === 'api') return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !identityMembers.has(name)));
}

export const tags = [
  { name: 'Answers', description: 'Ask, and read the answer while it is written.' },
  { name: 'Jobs', description: 'Ask, and read the answer later. Every answer is a job, streams included.' },
  { name: 'Conversations', description: 'What an end user has asked and was answered.' },
  { name: 'Account', description: 'Quota, models, hosted sessions and health.' },
  { name: 'Administration', description: 'For keys with an `admin:` scope.' },
  { name: 'Hosted pages', description: 'The same operations on a tenant’s own origin, for browsers.' },
] as const;

function tagOf({ path }: Endpoint): (typeof tags)[number]['name'] {
  switch (path.split('/')[1]) {
    case 'stream':
      return 'Answers';
    case 'jobs':
      return 'Jobs';
    case 'conversations':
      return 'Conversations';
    case 'admin':
      return 'Administration';
    default:
      return 'Account';
  }
}
