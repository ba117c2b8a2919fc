import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Errors } from 'typebox/schema';
import type { Endpoint } from '#contract/endpoint.ts';
import { adminEndpoints } from '#contract/endpoints/admin-endpoints.ts';
import { endpoints } from '#contract/endpoints/endpoints.ts';
import { peopleEndpoints } from '#contract/endpoints/operator-endpoints.ts';
import { errorTable } from '#contract/errors.ts';
import { answerEvents } from '#contract/events.ts';
import { openAiEndpoints } from '#contract/openai/endpoints.ts';
import { createDocument, createOpenAiDocument } from '#http/openapi/document.ts';
import { eventExamples } from '#http/openapi/examples/events.ts';
import type { MediaType, OpenApiDocument, Operation } from '#http/openapi/types.ts';
import { memberWords } from '#http/openapi/words/members.ts';
import { Hosts } from '#http/server/hosts.ts';
import type { Break } from '#test/break.ts';
import { loose, membersIn, objectsIn, schemasIn, silentMembers } from './openapi-members.ts';

const hosts = new Hosts('http://localhost:8080');
const documents = {
  openapi: createDocument(hosts, '0.0.0'),
  'openai-openapi': createOpenAiDocument(hosts, '0.0.0'),
};
const document = documents.openapi;
const operations = Object.values(documents).flatMap((described) =>
  Object.entries(described.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter((entry): entry is [string, Operation] => entry[0] !== 'servers')
      .map(([method, operation]) => ({ described, path, method, operation })),
  ),
);

for (const [name, described] of Object.entries(documents)) {
  // To accept a change: node --test --test-update-snapshots test/http/openapi.test.ts
  test(`the description ${name} is the one that was agreed to`, (t) => {
    const snapshot = join(import.meta.dirname, '..', 'snapshots', `${name}.snap.json`);
    const serializers = [(value: unknown) => `${JSON.stringify(value, null, 2)}\n`];
    assert.doesNotThrow(() => t.assert.fileSnapshot(described, snapshot, { serializers }));
  });

  test(`the description ${name} is valid OpenAPI 3.1`, () => {
    // The schema that the OpenAPI Initiative publishes (Apache-2.0), unchanged.
    const path = join(import.meta.dirname, '..', 'fixtures', 'openapi-3.1.schema.json');
    const [valid, mistakes] = Errors(JSON.parse(readFileSync(path, 'utf8')), described);
    assert.deepEqual(mistakes, []);
    assert.equal(valid, true);
  });

  test(`every choice in ${name} has a type, and every pattern is one that other languages read`, () => {
    const schemas = schemasIn(described);
    const choices = schemas.filter((schema) => Array.isArray(schema['enum']));
    assert.ok(choices.length > 0);
    assert.deepEqual(
      choices.filter((schema) => schema['type'] !== 'string'),
      [],
    );
    // Escapes that JavaScript reads with a flag only, or that RE2 does not know.
    const odd = schemas.filter(({ pattern }) => typeof pattern === 'string' && /\\[pPu]/.test(pattern));
    assert.deepEqual(odd, []);
  });
}

test('the routes for clients of OpenAI’s API have a description of their own, with their own server', () => {
  const { openapi, 'openai-openapi': openAi } = documents;
  assert.deepEqual(
    openAi.servers.map(({ url }) => url),
    ['http://localhost:8080/openai/v1'],
  );
  assert.ok(Object.values(openAi.paths).every((item) => item.servers === undefined));
  const wanted = Object.values(openAiEndpoints).map(({ path }) => path.replaceAll(/:(\w+)/g, '{$1}'));
  assert.deepEqual(Object.keys(openAi.paths), wanted);
  assert.ok(wanted.every((path) => !(path in openapi.paths)));
  assert.ok(openapi.info.description.includes('http://localhost:8080/openai/v1/openapi.json'));
});

test('every endpoint is described, on a tenant’s origin where it is hosted', () => {
  const all = [endpoints, peopleEndpoints, adminEndpoints, openAiEndpoints].flatMap((table) =>
    Object.values<Endpoint>(table),
  );
  const wanted = all.flatMap((endpoint) => {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    const method = endpoint.method.toLowerCase();
    return [`${method} ${path}`, ...(endpoint.hosted ? [`${method} /chat${path}`] : [])];
  });
  assert.deepEqual(operations.map(({ path, method }) => `${method} ${path}`).sort(), wanted.sort());
});

test('every operation, every parameter and every member says what it is', () => {
  const silent = Object.values(documents).flatMap(({ components, paths }) => [
    ...silentMembers(components.schemas, 'schemas'),
    ...silentMembers(paths, 'paths'),
  ]);
  silent.push(
    ...operations.flatMap(({ operation }) => [
      ...(operation.description === undefined ? [operation.operationId] : []),
      ...(operation.parameters ?? [])
        .filter(({ description = '' }) => description === '')
        .map(({ name }) => `${operation.operationId}: ${name}`),
    ]),
  );
  assert.deepEqual(silent, []);
});

test('every parameter has an example, so that tools do not fill in a word of their own', () => {
  const bare = operations.flatMap(({ operation }) =>
    (operation.parameters ?? [])
      .filter(({ example }) => example === undefined)
      .map(({ name }) => `${operation.operationId}: ${name}`),
  );
  assert.deepEqual(bare, []);
});

test('a member with one value names that value', () => {
  // The lines of an export are told apart by `type`, which has another value in each.
  const { UserDataLine: _lines, ...own } = document.components.schemas;
  const schemas = { ...own, ...documents['openai-openapi'].components.schemas };
  const wrong = membersIn(schemas).flatMap(([name, { const: value, description }]) =>
    typeof value !== 'string' || String(description).includes(`\`${value}\``) ? [] : [`${name}: ${value}`],
  );
  assert.deepEqual(wrong, []);
});

test('no words are kept for what is not described by them', () => {
  const all = JSON.stringify(documents);
  const unused = Object.values(memberWords).filter((words) => !all.includes(JSON.stringify(words)));
  assert.deepEqual(unused, []);
});

test('operation ids are unique, and every parameter of a path is declared', () => {
  const names = operations.map(({ operation }) => operation.operationId);
  assert.ok(names.length > 70);
  assert.equal(new Set(names).size, names.length);
  for (const { path, operation } of operations) {
    const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
    assert.deepEqual(
      inPath.map(({ name }) => name),
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
    );
  }
});

test('every reference leads somewhere, and every component is used', () => {
  assert.deepEqual(loose(documents['openai-openapi']), { unknown: [], unused: [] });
  const { unknown, unused } = loose(document);
  assert.deepEqual(unknown, []);
  // Refusals of the sign-in pages and of the console, in OpenAI's form, and of methods that belong to no operation.
  const elsewhere = [
    'fresh_passkey_required',
    'invalid_passkey',
    'invalid_link',
    'last_owner',
    'operator_not_found',
    'invalid_credentials',
    'unsupported_parameter',
    'method_not_allowed',
  ];
  const all = Object.keys(document.components.examples);
  assert.deepEqual(
    unused,
    elsewhere.sort((a, b) => all.indexOf(a) - all.indexOf(b)).map((code) => `examples/${code}`),
  );
});

test('requests are strict, and answers are open to members that come later', () => {
  for (const { operation, described } of operations) {
    // The core refuses unknown parameters of these by name: OpenAI's form of a refusal says which.
    const isStrict = !operation.tags.includes('OpenAI-compatible');
    for (const { schema } of Object.values(operation.requestBody?.content ?? {})) {
      for (const part of objectsIn(schema, described)) {
        assert.equal(part['additionalProperties'], isStrict ? false : undefined, operation.operationId);
      }
    }
    const answers = Object.values(operation.responses).flatMap(({ content }) => Object.values(content ?? {}));
    for (const { schema } of answers) {
      for (const part of objectsIn(schema, described)) {
        assert.notEqual(part['additionalProperties'], false, operation.operationId);
      }
    }
  }
});

test('every example fits its schema', () => {
  for (const { operation, described } of operations) {
    for (const { schema, example, examples = {} } of mediaOf(operation)) {
      fits(schema, example, operation.operationId, described);
      for (const [code, each] of Object.entries(examples)) {
        if ('value' in each) fits(schema, each.value, `${operation.operationId} ${code}`, described);
      }
    }
    for (const { name, schema, example } of operation.parameters ?? []) {
      fits(schema, example, `${operation.operationId} ${name}`, described);
    }
  }
  for (const [code, { value }] of Object.entries(document.components.examples)) {
    fits({ $ref: '#/components/schemas/Problem' }, value, code);
  }
});

test('every answer and every body has an example', () => {
  for (const { operation } of operations) {
    // A body that may be left out is shown by leaving it out.
    const sent = operation.requestBody?.required ? Object.entries(operation.requestBody.content) : [];
    // No example shows the bytes of a file that is no text.
    const bodies = sent.flatMap(([type, media]) => (/json$|^text/.test(type) ? [media] : []));
    const answers = Object.values(operation.responses).flatMap(({ content }) => Object.values(content ?? {}));
    for (const media of [...bodies, ...answers]) {
      const shown = media.example !== undefined || Object.keys(media.examples ?? {}).length > 0;
      assert.equal(shown, true, operation.operationId);
    }
  }
});

test('every error code has an example with its own status and title', () => {
  const { examples } = document.components;
  assert.deepEqual(Object.keys(examples).sort(), Object.keys(errorTable).sort());
  for (const [code, { status, title, retryable }] of Object.entries(errorTable)) {
    const value = examples[code]?.value;
    assert.partialDeepStrictEqual(value, { code, status, title, retryable });
  }
});

test('every event of a stream has a schema and an example that fits', () => {
  assert.deepEqual(Object.keys(eventExamples), Object.keys(answerEvents));
  for (const [name, data] of Object.entries(eventExamples)) {
    fits({ $ref: `#/components/schemas/AnswerEvent${name[0]?.toUpperCase()}${name.slice(1)}` }, data, name);
  }
});

test('the server is the configured origin', () => {
  const { servers, paths } = createDocument(new Hosts('https://chat.example.com'), '0.0.0');
  assert.equal(servers[0]?.url, 'https://chat.example.com/v1');
  assert.equal(paths['/chat/stream']?.servers?.[0]?.url, 'https://{tenant}.chat.example.com');
});

function mediaOf({ requestBody, responses }: Operation): MediaType[] {
  const contents = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)];
  return contents.flatMap((content) => Object.values(content ?? {}));
}

function fits(schema: object, example: unknown, where: string, described: OpenApiDocument = document): void {
  if (example === undefined) return;
  const [, mistakes] = Errors({ ...schema, components: described.components }, example);
  assert.deepEqual(mistakes, [], where);
}

export const breaks: readonly Break[] = [
  {
    rule: 'Every member in the description of the API says what it is',
    file: 'src/http/openapi/words/members.ts',
    replace: "  timezone: 'Always `UTC`.',\n",
    by: '',
  },
  {
    rule: 'The description of the API keeps no words that describe nothing',
    file: 'src/http/openapi/words/members.ts',
    replace: "  timezone: 'Always `UTC`.',\n",
    by: "  timezone: 'Always `UTC`.',\n  time_zone: 'A name of a zone.',\n",
  },
  {
    rule: 'A member with one value is described by that value',
    file: 'src/http/openapi/words/openai.ts',
    replace: "  'OpenAiModel.object': 'Always `model`.',\n",
    by: '',
  },
  {
    rule: 'The description lists the turn in the headers of what a provider refuses',
    file: 'src/contract/headers.ts',
    replace: `  provider_refused: ['X-Conversation-Id', 'X-Job-Id'],
`,
    by: '',
  },
  {
    rule: 'The description for clients of OpenAI’s API has their server as its own',
    file: 'src/http/openapi/document.ts',
    replace: 'openAiPath}`, description:',
    by: 'openAiPath}/v1`, description:',
  },
  {
    rule: 'The description of the API leaves out what has a description of its own',
    file: 'src/http/openapi/document.ts',
    replace: 'const paths = { ...apiPaths(), ...hostedPaths(hosts) };',
    by: "const paths = { ...apiPaths(), ...hostedPaths(hosts), ...pathsOf(Object.values(openAiEndpoints), 'openai', '') };",
  },
  {
    rule: 'A description has the components that its operations use, and no others',
    file: 'src/http/openapi/document.ts',
    replace: 'filter(([name]) => used.has(',
    by: 'filter(([name]) => name !== kind || used.has(',
  },
  {
    rule: 'Every choice in the description has a type',
    file: 'src/http/openapi/schemas.ts',
    replace: "? { type: 'string', ...part }",
    by: '? { ...part }',
  },
  {
    rule: 'A pattern in the description is one that other languages read',
    file: 'src/contract/events/webhooks.ts',
    replace: "pattern: '^[^\\\\x00-\\\\x1f\\\\x7f-\\\\x9f]*$'",
    by: "pattern: '^[^\\\\p{Cc}]*$'",
  },
  {
    rule: 'Every parameter has an example',
    file: 'src/http/openapi/examples/people.ts',
    replace: 'parameters: { limit: 20, cursor: cursors.list }',
    by: 'parameters: { limit: 20 }',
  },
  {
    rule: 'Answers are open to members that come later',
    file: 'src/contract/resources.ts',
    replace: 'export const open = {} as const;',
    by: 'export const open = { additionalProperties: false } as const;',
  },
];
