import type { Break } from '../../break.ts';

const raw = ['test/flows/requests/raw-http.test.ts'];
const bad = ['test/flows/requests/bad-input.test.ts'];
const routing = ['test/flows/requests/routing.test.ts'];
const pages = ['test/flows/hosted/pages.test.ts'];

export const headerBreaks: readonly Break[] = [
  {
    rule: 'Every answer has a request id of its own',
    file: 'src/http/server/server.ts',
    replace: "void reply.header('x-request-id', request.id).headers(everyAnswer);\n    const repeated",
    by: 'void reply.headers(everyAnswer);\n    const repeated',
    tests: routing,
  },
  {
    rule: 'The request id is made here, unless a trusted proxy has made one',
    file: 'src/http/server/exchanges.ts',
    replace: "this.#isByProxy(request) ? request.headers['x-request-id'] : null;",
    by: "request.headers['x-request-id'];",
    tests: routing,
  },
  {
    rule: 'Every 401 says that it wants a Bearer',
    file: 'src/http/server/problem.ts',
    replace: "...(error.status === 401 ? { 'www-authenticate': 'Bearer' } : {}),",
    by: '',
    tests: [...routing, 'test/flows/owners/credential-matrix.test.ts'],
  },
  {
    rule: 'A refusal that may be repeated later says when',
    file: 'src/http/server/problem.ts',
    replace: "...(retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) }),",
    by: '',
    tests: ['test/flows/usage/quota.test.ts'],
  },
  {
    rule: 'A bug is told without its words',
    file: 'src/http/server/problem.ts',
    replace: 'return errors.internal(error);',
    by: 'return errors.badRequest(String(error));',
    tests: ['test/http/server/problem.test.ts'],
  },
  {
    rule: 'Nothing that is not meant to be framed can be framed',
    file: 'src/http/server/security-headers.ts',
    replace: "'content-security-policy': \"default-src 'none'; frame-ancestors 'none'\",\n    ...(isSecure",
    by: '...(isSecure',
    tests: ['test/flows/requests/security-headers.test.ts'],
  },
  {
    rule: 'Unknown paths of the chat are told to sessions only',
    file: 'src/http/hosts/tenant-host.ts',
    replace: "await authenticateChat(request, 'current');",
    by: '',
    tests: ['test/flows/hosted/chat.test.ts'],
  },
  {
    rule: 'Pages run scripts of our own origin only',
    file: 'src/http/server/security-headers.ts',
    replace: '"script-src \'self\'",',
    by: "\"script-src 'self' 'unsafe-inline'\",",
    tests: ['test/http/edge-rules.test.ts'],
  },
  {
    rule: 'Pages load no image of another origin',
    file: 'src/http/server/security-headers.ts',
    replace: '"img-src \'self\' data:",',
    by: '"img-src * data:",',
    tests: ['test/http/edge-rules.test.ts'],
  },
  {
    rule: 'Pages use Trusted Types',
    file: 'src/http/server/security-headers.ts',
    replace: '"require-trusted-types-for \'script\'",',
    by: '',
    tests: ['test/browser/security.test.ts'],
  },
  {
    rule: 'Pages send no referrer',
    file: 'src/http/server/security-headers.ts',
    replace: "'referrer-policy': 'no-referrer',",
    by: '',
    tests: [...pages, 'test/browser/security.test.ts'],
  },
  {
    rule: 'Pages with data of a person are kept by no cache',
    file: 'src/http/server/security-headers.ts',
    replace: "'cache-control': 'private, no-store',",
    by: '',
    tests: pages,
  },
];

export const bodyBreaks: readonly Break[] = [
  {
    rule: 'An empty body of the type of JSON is absent where none is required',
    file: 'src/http/routing/json-body.ts',
    replace: '  if (body.length === 0) return emptyJson;\n',
    by: '',
    tests: bad,
  },
  {
    rule: 'An empty body of the type of JSON is no JSON where one is required',
    file: 'src/http/routing/shape.ts',
    replace: 'throw sent === emptyJson ? errors.invalidJson() : errors',
    by: 'throw errors',
    tests: bad,
  },
  {
    rule: 'A body is application/json and nothing else',
    file: 'src/http/routing/json-body.ts',
    replace: 'if (!isJson(contentType)) throw errors.unsupportedMediaType();',
    by: '',
    tests: bad,
  },
  {
    rule: 'A body is UTF-8 without exceptions',
    file: 'src/http/routing/json-body.ts',
    replace: '{ fatal: true }',
    by: '{ fatal: false }',
    tests: bad,
  },
  {
    rule: 'A packed body is not read',
    file: 'src/http/server/server.ts',
    replace: "if (isEncoded(request.headers['content-encoding'])) throw errors.unsupportedMediaType();",
    by: '',
    tests: bad,
  },
  {
    rule: 'A body has a limit',
    file: 'src/http/server/server.ts',
    replace: 'bodyLimit: limits.bodyBytes,',
    by: 'bodyLimit: limits.bodyBytes * 64,',
    tests: [...bad, ...raw],
  },
  {
    rule: 'What is still sent of a refused body has an end',
    file: 'src/http/server/rest-of-body.ts',
    replace: 'if (!isOver && isTooMuch) socket.destroy();',
    by: '',
    tests: raw,
  },
  {
    rule: 'A query parameter is sent once',
    file: 'src/http/routing/query.ts',
    replace: 'else if (Object.hasOwn(query, name))',
    by: 'else if (Object.hasOwn(query, name) && value === null)',
    tests: bad,
  },
  {
    rule: 'A query parameter that is not known is refused',
    file: 'src/http/routing/query.ts',
    replace:
      "if (property === undefined) mistakes.push({ pointer, code: 'unknown', detail: 'is not known here' });",
    by: 'if (property === undefined) continue;',
    tests: bad,
  },
  {
    rule: 'A member of every object is no query parameter',
    file: 'src/http/routing/query.ts',
    replace: 'const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;',
    by: 'const property = schema.properties[name];',
    tests: [...bad, 'test/flows/requests/ambiguous-requests.test.ts'],
  },
  {
    rule: 'Nothing in a query is taken for a number that is none',
    file: 'src/http/routing/query.ts',
    replace: 'isInteger(property) && /^-?\\d{1,15}$/.test(value) ? Number(value) : value;',
    by: 'isInteger(property) ? Number(value) : value;',
    tests: ['test/http/edge-rules.test.ts'],
  },
  {
    rule: 'A prompt has no more than 32,000 characters',
    file: 'src/core/turn/chat-request.ts',
    replace: '[...trimmed].length > limits.promptCharacters',
    by: '[...trimmed].length > limits.promptCharacters * 2',
    tests: bad,
  },
  {
    rule: 'The characters of a prompt are code points',
    file: 'src/core/turn/chat-request.ts',
    replace: 'trimmed.length > limits.promptCharacters && [...trimmed].length > limits.promptCharacters',
    by: 'trimmed.length > limits.promptCharacters',
    tests: ['test/flows/answers/stream.test.ts'],
  },
  {
    rule: 'A prompt of blanks is refused',
    file: 'src/core/turn/chat-request.ts',
    replace: "if (trimmed === '') throw",
    by: "if (prompt === '') throw",
    tests: bad,
  },
];
