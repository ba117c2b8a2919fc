import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { OpenApiDocument } from '#http/openapi/types.ts';
import { OpenApiJudge } from '#test/openapi/openapi-judge.ts';
import { operationsOf, requestsOf } from '#test/openapi/openapi-requests.ts';
import { type OpenApiWorld, openOpenApiWorld } from '#test/openapi/openapi-world.ts';

describe('the OpenAPI document of the running service', () => {
  let world: OpenApiWorld;
  let text: string;
  before(async () => {
    world = await openOpenApiWorld();
    text = await (await fetch(`${world.hosted.api.urlOf()}/openapi.json`)).text();
  });
  after(() => world[Symbol.asyncDispose]());

  test('is OpenAPI 3.1 to a validator that is not ours', async () => {
    const validator = new Validator();
    const result = await validator.validate(JSON.parse(text));
    assert.deepEqual(result.errors ?? [], []);
    assert.equal(result.valid, true);
    assert.equal(validator.version, '3.1');
  });

  test('lists every answer to the requests that it describes, up to 402 and 429, on /chat too', async () => {
    const document: OpenApiDocument = JSON.parse(text);
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
          mistakes.push(
            ...judge.mistakesOf(await world.send(again)).map((mistake) => `${where}: ${mistake}`),
          );
        }
      }
    }
    assert.deepEqual(mistakes, []);
    assert.deepEqual(judge.unseen(), []);
  });
});
