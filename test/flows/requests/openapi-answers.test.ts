import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { OpenApiDocument } from '#http/openapi/types.ts';
import type { Break } from '#test/break.ts';
import { OpenApiJudge } from '#test/openapi/openapi-judge.ts';
import { operationsOf, requestsOf } from '#test/openapi/openapi-requests.ts';
import { type OpenApiWorld, openOpenApiWorld } from '#test/openapi/openapi-world.ts';

describe('the OpenAPI documents of the running service', () => {
  let world: OpenApiWorld;
  before(async () => {
    world = await openOpenApiWorld();
  });
  after(() => world[Symbol.asyncDispose]());

  for (const path of ['/v1/openapi.json', '/openai/v1/openapi.json']) {
    const read = async () => (await fetch(new URL(path, world.hosted.api.urlOf()))).text();

    test(`${path} is OpenAPI 3.1 to a validator that is not ours`, async () => {
      const validator = new Validator();
      const result = await validator.validate(JSON.parse(await read()));
      assert.deepEqual(result.errors ?? [], []);
      assert.equal(result.valid, true);
      assert.equal(validator.version, '3.1');
    });

    test(`${path} lists every answer to the requests that it describes, up to 402 and 429`, async () => {
      const document: OpenApiDocument = JSON.parse(await read());
      assert.deepEqual(await mistakesIn(document, world), []);
    });
  }
});

/** What the answers to good and to wrong requests have that the document does not list, and the other way round. */
async function mistakesIn(document: OpenApiDocument, world: OpenApiWorld): Promise<string[]> {
  const judge = new OpenApiJudge(document);
  const mistakes: string[] = [];
  for (const good of operationsOf(document)) {
    for (const request of requestsOf(good)) {
      const answer = await world.send(request);
      const where = `${request.operation.operationId}, ${request.name}`;
      mistakes.push(...judge.mistakesOf(answer).map((mistake) => `${where}: ${mistake}`));
      if (request.name !== 'good') continue;
      if (answer.status >= 300) mistakes.push(`${where}: ${answer.status} ${answer.text.slice(0, 300)}`);
      for (const again of world.repeated(request, answer)) {
        mistakes.push(...judge.mistakesOf(await world.send(again)).map((mistake) => `${where}: ${mistake}`));
      }
    }
  }
  return [...mistakes, ...judge.unseen()];
}

export const breaks: readonly Break[] = [
  {
    rule: 'The description for clients of OpenAI’s API is public',
    file: 'src/http/documentation/documentation-routes.ts',
    replace: '  addDescription(app, openAiDocumentPath,',
    by: "  addDescription(app, '/openai/v2',",
  },
  {
    rule: 'The document lists every status of an operation',
    file: 'src/contract/endpoint-errors.ts',
    replace: "? (['subscription_inactive'] as const)",
    by: '? ([] as const)',
  },
  {
    rule: 'The document lists every header of an operation',
    file: 'src/contract/endpoints/job-endpoints.ts',
    replace: "headers: ['ETag'],",
    by: '',
  },
  {
    rule: 'The document lists every member of an answer',
    file: 'src/contract/resources.ts',
    replace: '  blocked: Nullable(UsageBlock),',
    by: '',
  },
];
