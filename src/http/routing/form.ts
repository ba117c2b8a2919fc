import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errors } from '#core/errors.ts';

const formType = 'application/x-www-form-urlencoded';

/** Lets the routes of this scope accept forms from pages that work without script. */
export function acceptForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(formType, { parseAs: 'string', bodyLimit: 16 * 1024 }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
}

/** The fields of a form. A missing field is empty. */
export class Form {
  readonly #fields: URLSearchParams;

  constructor(request: FastifyRequest) {
    const { body } = request;
    if (!(body instanceof URLSearchParams)) throw errors.unsupportedMediaType();
    this.#fields = body;
  }

  text(name: string): string {
    const values = this.#fields.getAll(name);
    if (values.length > 1) throw errors.invalidField(`/${name}`, 'must be sent at most once', 'repeated');
    return values[0] ?? '';
  }
}

/** One query parameter; null when it is missing or repeated. */
export function readParameter(request: FastifyRequest, name: string): string | null {
  const url = request.raw.url ?? '';
  const start = url.indexOf('?');
  const values = new URLSearchParams(start < 0 ? '' : url.slice(start + 1)).getAll(name);
  return values.length === 1 ? (values[0] ?? null) : null;
}
