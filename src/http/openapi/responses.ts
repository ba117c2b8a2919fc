import type { TObject } from 'typebox';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Surface } from '#contract/endpoint-errors.ts';
import { answerEvents } from '#contract/events.ts';
import { limits } from '#contract/limits.ts';
import { eventStreamExample } from './examples/events.ts';
import { chunksExample } from './examples/openai.ts';
import { usageCsvExample } from './examples/usage-csv.ts';
import { userDataExample } from './examples/user-data.ts';
import { answer } from './examples/values.ts';
import { headersOf, refusalsOf } from './refusals.ts';
import { describeSchema, eventSchemaName, schemaReference } from './schemas.ts';
import type { Content, OperationExample, Response } from './types.ts';

/** Every response of an operation by status: successes first, then refusals with their codes. */
export function responsesOf(
  endpoint: Endpoint,
  surface: Surface,
  example: OperationExample,
): Record<string, Response> {
  const responses: Record<string, Response> = {};
  for (const [status, schema] of Object.entries(endpoint.answers)) {
    responses[status] = goodResponse(endpoint, Number(status), schema, example);
  }
  for (const [status, refusal] of refusalsOf(endpoint, surface)) {
    const good = responses[status];
    responses[status] = good === undefined ? refusal : either(good, refusal);
  }
  return responses;
}

function goodResponse(
  endpoint: Endpoint,
  status: number,
  schema: Endpoint['answers'][number],
  example: OperationExample,
): Response {
  const headers = headersOf(['X-Request-Id', ...(endpoint.headers ?? [])]);
  if (schema === null) return { description: statusWords(status), headers };
  return {
    description: status === 503 ? 'Something that the service depends on fails.' : statusWords(status),
    headers,
    content: { ...contentOf(schema, example.answers?.[status]), ...chunkContent(endpoint) },
  };
}

function contentOf(
  schema: TObject | 'stream' | 'lines' | 'csv' | 'metrics',
  example: object | undefined,
): Content {
  switch (schema) {
    case 'stream':
      return streamContent();
    case 'lines':
      return linesContent();
    case 'csv':
      return csvContent();
    case 'metrics':
      return metricsContent();
    default:
      return jsonContent(schema, example);
  }
}

function csvContent(): Content {
  const schema = {
    type: 'string',
    description: 'Rows as RFC 4180 has them, in UTF-8; the first names the columns.',
  };
  return { 'text/csv': { schema, example: usageCsvExample() } };
}

function metricsContent(): Content {
  const schema = { type: 'string', description: 'One line for each value.' };
  const example = 'parley_database_up 1\n';
  return {
    'text/plain': { schema, example },
    'application/openmetrics-text': { schema, example: `${example}# EOF\n` },
  };
}

/** Each line of an export by its shape. */
function linesContent(): Content {
  return {
    'application/x-ndjson': {
      schema: {
        type: 'string',
        description: 'One JSON object a line, in UTF-8; `x-line` says of which shape.',
        'x-line': schemaReference('UserDataLine'),
      },
      example: userDataExample(),
    },
  };
}

function jsonContent(schema: TObject, example: object | undefined): Content {
  return {
    'application/json': {
      schema: describeSchema(schema),
      ...(example === undefined ? {} : { example }),
    },
  };
}

/** Both formats of a streamed answer. */
function streamContent(): Content {
  return {
    'text/plain': {
      schema: { type: 'string', description: 'Markdown in UTF-8, chunked.' },
      example: answer,
    },
    'text/event-stream': {
      schema: {
        type: 'string',
        description: `With \`Accept: text/event-stream\`. Every \`id\` is a cursor to resume from; a comment comes every ${limits.heartbeatSeconds} seconds. \`data\` is JSON, and \`x-events\` says of which shape for each event.`,
        'x-events': Object.fromEntries(
          Object.keys(answerEvents).map((name) => [name, schemaReference(eventSchemaName(name))]),
        ),
      },
      example: eventStreamExample(),
    },
  };
}

/** A stream of chunks, where the operation has one. */
function chunkContent({ chunks }: Endpoint): Content {
  if (chunks === undefined) return {};
  return {
    'text/event-stream': {
      schema: {
        type: 'string',
        description:
          'With `stream: true`. Each `data` is JSON, and `x-chunk` says of which shape; the last one is `[DONE]`.',
        'x-chunk': describeSchema(chunks),
      },
      example: chunksExample(),
    },
  };
}

function either(good: Response, refusal: Response): Response {
  return {
    description: `${good.description} ${refusal.description}`,
    headers: { ...good.headers, ...refusal.headers },
    content: { ...good.content, ...refusal.content },
  };
}

function statusWords(status: number): string {
  switch (status) {
    case 201:
      return 'Created.';
    case 202:
      return 'Stored, and waiting in the queue.';
    case 304:
      return 'Nothing has changed since the ETag in If-None-Match.';
    default:
      return 'Done.';
  }
}
