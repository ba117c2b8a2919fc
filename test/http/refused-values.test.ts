import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TSchema, Type } from 'typebox';
import { ChatRequest } from '#contract/chat.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { accountEndpoints } from '#contract/endpoints/account-endpoints.ts';
import { adminEndpoints } from '#contract/endpoints/admin-endpoints.ts';
import { endpoints } from '#contract/endpoints/endpoints.ts';
import { ownAccountEndpoints, ownConversationEndpoints } from '#contract/endpoints/session-endpoints.ts';
import { ToolApprovalRequest } from '#contract/tools/tools.ts';
import { ParleyError } from '#core/errors.ts';
import { withoutNulls } from '#http/routing/shape.ts';
import { validator } from '#http/routing/validate.ts';
import type { Break } from '#test/break.ts';

const all: readonly Endpoint[] = [
  ...Object.values(endpoints),
  ...Object.values(adminEndpoints),
  ...Object.values(accountEndpoints),
  ...Object.values({ ...ownConversationEndpoints, ...ownAccountEndpoints }),
];

test('a refusal names the values that it would take', () => {
  const options = (value: object) => refusal(ChatRequest, { prompt: 'A question', options: value });
  assert.equal(options({ priority: 'urgent' }), '/options/priority: must be priority or standard');
  assert.equal(options({ if_busy: 'wait' }), '/options/if_busy: must be reject, interrupt or queue');
  assert.equal(options({ detailed_response: 'yes' }), '/options/detailed_response: must be true or false');
  const { saveFeedback, getConversation, getJob } = endpoints;
  assert.equal(refusal(saveFeedback.body, { rating: 'good' }), '/rating: must be up, down or null');
  assert.equal(refusal(getConversation.query, { limit: 0 }), '/limit: must be an integer from 1 to 200');
  assert.equal(refusal(getConversation.query, { limit: 'all' }), '/limit: must be an integer from 1 to 200');
  assert.equal(refusal(getJob.query, { wait: 31 }), '/wait: must be an integer from 0 to 30');
  const { confirm } = ToolApprovalRequest.properties;
  assert.equal(
    refusal(Type.Object({ confirm }), { confirm: 'x'.repeat(301) }),
    '/confirm: must not have more than 300 characters, or must be null',
  );
  assert.equal(refusal(ChatRequest, { conversation_uuid: 'one' }), '/conversation_uuid: must be a UUID');
});

test('every choice of every request is named, whatever the request', () => {
  const seen = all.flatMap(({ operation, body, query }) =>
    [body, query]
      .flatMap((schema) => (schema === null ? [] : choicesIn(schema)))
      .map((choice) => {
        const detail = refusal(Type.Object({ value: choice.schema }), { value: 'no such value' });
        for (const value of choice.values) assert.match(detail, new RegExp(`\\b${value}\\b`), operation);
        return detail;
      }),
  );
  assert.ok(seen.length >= 10, `${seen.length}`);
});

test('null means absent for every optional member that gives it no meaning', () => {
  const sent = {
    prompt: 'A question',
    agent_slug: null,
    conversation_uuid: null,
    context: { external_user_id: 'user-1' },
    options: { priority: null, think_harder_retry: null, on_disconnect: null },
  };
  assert.deepEqual(withoutNulls(sent, ChatRequest), {
    prompt: 'A question',
    context: { external_user_id: 'user-1' },
    options: {},
  });
  assert.deepEqual(withoutNulls({ prompt: 'A question', options: null }, ChatRequest), {
    prompt: 'A question',
  });
  const feedback = { rating: null, comment: null, message_uuid: null };
  assert.deepEqual(withoutNulls(feedback, endpoints.saveFeedback.body), { rating: null });
  const limits = { daily_limit: null, name: null, user_limits: { requests: null, priority: 3 } };
  assert.deepEqual(withoutNulls(limits, adminEndpoints.updateClient.body), {
    daily_limit: null,
    user_limits: { requests: null, priority: 3 },
  });
});

test('null does not make an unknown member pass', () => {
  const sent = withoutNulls({ prompt: 'A question', options: { priorty: null }, extra: null }, ChatRequest);
  const refused = refusal(ChatRequest, sent).split('; ').sort();
  assert.deepEqual(refused, ['/extra: is not known here', '/options/priorty: is not known here']);
});

/** The message about a value that does not fit. */
function refusal(schema: Parameters<typeof validator>[0], value: unknown): string {
  try {
    validator(schema, (path) => path)(value);
  } catch (error) {
    if (error instanceof ParleyError) return error.message;
    throw error;
  }
  return 'nothing';
}

interface Choice {
  readonly schema: TSchema;
  readonly values: readonly string[];
}

/** Every place of a schema that takes one of a few words. */
function choicesIn(schema: TSchema): Choice[] {
  const members = 'properties' in schema ? Object.values(Object(schema.properties)) : [];
  return members.flatMap((member) => {
    if (!Type.IsSchema(member)) return [];
    const values = wordsOf(member);
    return values.length > 0 ? [{ schema: member, values }] : choicesIn(member);
  });
}

function wordsOf(schema: TSchema): string[] {
  if ('enum' in schema && Array.isArray(schema.enum)) return schema.enum.map(String);
  if (!('anyOf' in schema) || !Array.isArray(schema.anyOf)) return [];
  return schema.anyOf.filter((part) => Type.IsSchema(part)).flatMap(wordsOf);
}

export const breaks: readonly Break[] = [
  {
    rule: 'null for an optional field means absent',
    file: 'src/http/routing/shape.ts',
    replace: 'if (member === null && !takesNull(property)) return [];',
    by: 'if (member === undefined && !takesNull(property)) return [];',
  },
  {
    rule: 'null keeps the meaning that a field gives it',
    file: 'src/http/routing/shape.ts',
    replace: 'if (member === null && !takesNull(property)) return [];',
    by: 'if (member === null) return [];',
  },
  {
    rule: 'A refusal names the values that it would take',
    file: 'src/http/routing/schema-problem.ts',
    replace: '? params.allowedValues.map(String)',
    by: '? params.allowedValues.slice(0, 1).map(String)',
  },
  {
    rule: 'A text of the wrong length is told its length, and not only that it may be absent',
    file: 'src/http/routing/schema-problem.ts',
    replace: 'named === null || lengths.has(keyword)',
    by: 'named === null && !lengths.has(keyword)',
  },
];
