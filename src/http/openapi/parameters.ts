import type { Endpoint } from '#contract/endpoint.ts';
import type { Surface } from '#contract/endpoint-errors.ts';
import { requestHeaderTable } from '#contract/headers.ts';
import { describeSchema } from './schemas.ts';
import type { OperationExample, Parameter, Schema } from './types.ts';
import { wordsOf } from './words/add-words.ts';

const pathParameters: Readonly<Record<string, string>> = {
  slug: 'A slug.',
  client: 'The slug of a client.',
  agent: 'The slug of an agent.',
  id: 'A hosted user, `hu:<uuid>`.',
  event: 'An event, `evt_<uuid>`.',
  webhook: 'The id of an endpoint.',
  model: 'The slug of an agent.',
  response: '`resp_` and the uuid of a job. Unknown, malformed and foreign ones get the same answer.',
  uuid: 'Unknown, malformed and foreign ones get the same answer.',
};

/** Parameters of an operation: path, query, headers, in this order. */
export function parametersOf(endpoint: Endpoint, surface: Surface, example: OperationExample): Parameter[] {
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
