import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Method, OpenApiDocument, Operation, Response } from '#http/openapi/types.ts';
import { parseEvents } from '../reading/events.ts';

/** One response of the service, with the operation of the document that it belongs to. */
export interface JudgedAnswer {
  readonly method: Method;
  /** As in the document: `/jobs/{uuid}`. */
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Headers that belong to no single operation. Every other one must be in the document. */
const ofEveryAnswer = new Set([
  ...['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-type', 'vary'],
  ...['cache-control', 'x-content-type-options', 'x-accel-buffering', 'referrer-policy'],
  ...['permissions-policy', 'strict-transport-security', 'content-security-policy', 'x-frame-options'],
  ...['cross-origin-resource-policy', 'cross-origin-opener-policy'],
]);

/** Responses that only a fault within the service, or a slow sender, causes. */
const ofFaults = new Set(['408', '500', '503', '504']);

/**
 * Compares responses with an OpenAPI document, by a validator that knows nothing of how the document was generated.
 * Responses are open to members of later versions; the judge closes them, because each member of today must be
 * described.
 */
export class OpenApiJudge {
  readonly #document: OpenApiDocument;
  readonly #ajv: Ajv2020;
  readonly #schemas = new Map<string, ValidateFunction>();
  readonly #seen = new Map<string, Set<string>>();

  constructor(document: OpenApiDocument) {
    this.#document = document;
    this.#ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(this.#ajv);
    this.#ajv.addSchema({ $id: 'document', components: closed(document.components) });
  }

  /** The parts of the response that the document does not list; empty when there are none. */
  mistakesOf(answer: JudgedAnswer): string[] {
    const { method, path, status, headers, text } = answer;
    const operation = this.#document.paths[path]?.[method];
    if (operation === undefined) return [`${method} ${path} is no operation`];
    this.#see(operation, String(status));
    const response = operation.responses[status];
    if (response === undefined) return [`the status ${status}: ${text.slice(0, 200)}`];
    return [...headerMistakes(response, headers), ...this.#bodyMistakes(response, answer)];
  }

  /** Statuses that the document lists and no response has had yet, as `operationId status`. */
  unseen(): string[] {
    const operations = Object.values(this.#document.paths).flatMap((item) =>
      Object.entries(item).flatMap(([name, operation]) => (name === 'servers' ? [] : [operation])),
    );
    return operations.flatMap((operation) => {
      if (!isOperation(operation)) return [];
      const seen = this.#seen.get(operation.operationId);
      return Object.keys(operation.responses)
        .filter((status) => !ofFaults.has(status) && !seen?.has(status))
        .map((status) => `${operation.operationId} ${status}`);
    });
  }

  #see({ operationId }: Operation, status: string): void {
    this.#seen.set(operationId, (this.#seen.get(operationId) ?? new Set()).add(status));
  }

  #bodyMistakes({ content }: Response, { headers, text }: JudgedAnswer): string[] {
    if (content === undefined) return text === '' ? [] : ['a body'];
    const type = String(headers['content-type'] ?? '').split(';')[0] ?? '';
    const media = content[type];
    if (media === undefined) return [`the content type ${type}`];
    const line = media.schema['x-line'];
    if (isSchema(line)) {
      return text
        .trimEnd()
        .split('\n')
        .flatMap((one) => this.#validate(line, JSON.parse(one)));
    }
    if (type.endsWith('json')) return this.#validate(media.schema, JSON.parse(text));
    const chunk = media.schema['x-chunk'];
    if (isSchema(chunk)) return this.#chunkMistakes(chunk, text);
    const events = media.schema['x-events'];
    if (events === undefined) return [];
    return parseEvents(text).flatMap(({ event, data }) => {
      const schema = Object.entries(Object(events)).find(([name]) => name === event)?.[1];
      return isSchema(schema) ? this.#validate(schema, data) : [`the event ${event}`];
    });
  }

  #chunkMistakes(schema: object, text: string): string[] {
    const lines = text.split('\n').filter((line) => line.startsWith('data: '));
    const chunks = lines.map((line) => line.slice('data: '.length));
    if (chunks.pop() !== '[DONE]') return ['a stream without an end'];
    return chunks.flatMap((one) => this.#validate(schema, JSON.parse(one)));
  }

  #validate(schema: object, value: unknown): string[] {
    const key = JSON.stringify(schema);
    const known = this.#schemas.get(key);
    const validate = known ?? this.#ajv.compile(closed(schema));
    this.#schemas.set(key, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }
}

function headerMistakes(response: Response, headers: JudgedAnswer['headers']): string[] {
  const listed = new Set(Object.keys(response.headers).map((name) => name.toLowerCase()));
  const unlisted = Object.keys(headers).filter((name) => !listed.has(name) && !ofEveryAnswer.has(name));
  return [
    ...unlisted.map((name) => `the header ${name}`),
    ...(headers['x-request-id'] === undefined ? ['no request id'] : []),
  ];
}

/** A copy in which no object of a known shape takes further members, and references lead into the document. */
function closed(schema: object): object {
  const text = JSON.stringify(schema, (key, part: unknown) => {
    if (key === '$ref' && typeof part === 'string') return part.replace('#/', 'document#/');
    const isShape = isSchema(part) && part['type'] === 'object' && isSchema(part['properties']);
    return isShape && !isProblem(part) ? { additionalProperties: false, ...part } : part;
  });
  const copy: object = JSON.parse(text);
  return copy;
}

/** Some codes add members of their own. */
function isProblem(schema: Readonly<Record<string, unknown>>): boolean {
  return isSchema(schema['properties']) && 'request_id' in schema['properties'];
}

function isOperation(value: unknown): value is Operation {
  return isSchema(value) && 'operationId' in value;
}

function isSchema(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
