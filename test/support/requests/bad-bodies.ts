import type { ErrorCode } from '#contract/errors.ts';
import { chatBody } from '#test/world/partner.ts';

/** The body of a prompt with these fields besides or instead of its own. */
export const json = (body: object) => JSON.stringify(chatBody({ ...body }));

const context = (members: object) => json({ context: { external_user_id: 'u', ...members } });
const facts = (members: string) => `{"prompt":"x","context":{"external_user_id":"u","facts":${members}}}`;

/** Bodies whose context is refused. */
const badContexts: Readonly<Record<string, readonly [unknown, ErrorCode, string?]>> = {
  'facts that are a text': [context({ facts: 'plan' }), 'validation_error', '/context/facts'],
  'facts that are a list': [context({ facts: [] }), 'validation_error', '/context/facts'],
  'a fact of a prototype': [
    facts('{"__proto__":{"plan":"pro"}}'),
    'validation_error',
    '/context/facts/__proto__',
  ],
  'a fact twice': [facts('{"plan":"a","plan":"b"}'), 'invalid_json'],
  'a fact that is no number': [facts('{"seats":NaN}'), 'invalid_json'],
  'a fact that is no finite number': [facts('{"seats":1e999}'), 'validation_error', '/context/facts/seats'],
  'a fact that is null': [facts('{"plan":null}'), 'validation_error', '/context/facts/plan'],
  'a fact with a deep value': [
    facts(`{"plan":${'{"a":'.repeat(80_000)}1${'}'.repeat(80_000)}}`),
    'validation_error',
    '/context/facts/plan',
  ],
  '21 facts': [context({ facts: manyOf(21) }), 'validation_error', '/context/facts'],
  'ten thousand facts': [context({ facts: manyOf(10_000) }), 'validation_error', '/context/facts'],
  '4097 bytes of facts': [context({ facts: factsOf(4_097) }), 'validation_error', '/context/facts'],
  'a fact with NUL': [context({ facts: { plan: 'a\0b' } }), 'validation_error', '/context/facts/plan'],
  'facts beside the context': [json({ facts: { plan: 'pro' } }), 'validation_error', '/facts'],
  'a page that is an address': [context({ page: 'https://x.example' }), 'validation_error', '/context/page'],
  'a page with a number': [context({ page: { height: 7 } }), 'validation_error', '/context/page/height'],
  'a page of eleven texts': [
    context({ page: Object.fromEntries(Object.keys(manyOf(11)).map((name) => [name, ''])) }),
    'validation_error',
    '/context/page',
  ],
  'a page of 2049 bytes': [
    context({ page: { title: 'x'.repeat(2_049 - Buffer.byteLength('{"title":""}')) } }),
    'validation_error',
    '/context/page',
  ],
};

function manyOf(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, nth) => [`f${nth}`, nth]));
}

function factsOf(bytes: number): Record<string, string> {
  const full = Object.fromEntries(Array.from({ length: 8 }, (_, nth) => [`f${nth}`, 'x'.repeat(480)]));
  const rest = bytes - Buffer.byteLength(JSON.stringify({ ...full, last: '' }));
  return { ...full, last: 'x'.repeat(rest) };
}

/** Body, code, and the place that the problem names. */
export const badBodies: Readonly<Record<string, readonly [unknown, ErrorCode, string?]>> = {
  'an unknown field': [json({ promtp: 'x' }), 'validation_error', '/promtp'],
  'an unknown option': [json({ options: { detailed: true } }), 'validation_error', '/options/detailed'],
  'an unknown field of the context': [
    json({ context: { external_user_id: 'u', user: 'v' } }),
    'validation_error',
    '/context/user',
  ],
  'an identity beside the context': [
    json({ external_user_id: 'u' }),
    'validation_error',
    '/external_user_id',
  ],
  'a prototype key': [
    '{"prompt":"x","context":{"external_user_id":"u"},"__proto__":{"a":1}}',
    'validation_error',
    '/__proto__',
  ],
  'an identity in a prototype': [
    '{"prompt":"x","context":{"__proto__":{"external_user_id":"u"}}}',
    'validation_error',
    '/context/__proto__',
  ],
  'a constructor key': [json({ constructor: { prototype: {} } }), 'validation_error', '/constructor'],
  'no prompt': [json({ prompt: undefined }), 'validation_error', '/prompt'],
  'an empty prompt': [json({ prompt: ' \n\t ' }), 'validation_error', '/prompt'],
  'a prompt that is a number': [json({ prompt: 1 }), 'validation_error', '/prompt'],
  'a prompt that is null': [json({ prompt: null }), 'validation_error', '/prompt'],
  'a prompt that is an array': [json({ prompt: ['x'] }), 'validation_error', '/prompt'],
  'a prompt with NUL': [json({ prompt: 'a\0b' }), 'validation_error', '/prompt'],
  'a prompt with a lone surrogate': [json({ prompt: 'a\ud800b' }), 'validation_error', '/prompt'],
  'a prompt too long': [json({ prompt: 'x'.repeat(32_001) }), 'prompt_too_long', '/prompt'],
  'a prompt too long in code points': [
    json({ prompt: '\u{1f600}'.repeat(32_001) }),
    'prompt_too_long',
    '/prompt',
  ],
  'a conversation that is no UUID': [
    json({ conversation_uuid: 'abc' }),
    'validation_error',
    '/conversation_uuid',
  ],
  'a UUID as a URN': [
    json({ conversation_uuid: 'urn:uuid:f5e0a1d2-0000-4000-8000-000000000000' }),
    'validation_error',
    '/conversation_uuid',
  ],
  'a UUID in braces': [
    json({ conversation_uuid: '{f5e0a1d2-0000-4000-8000-000000000000}' }),
    'validation_error',
    '/conversation_uuid',
  ],
  'an agent that is empty': [json({ agent_slug: '' }), 'validation_error', '/agent_slug'],
  'an agent with NUL': [json({ agent_slug: 'a\0' }), 'agent_not_allowed'],
  'an agent of a prototype': [json({ agent_slug: '__proto__' }), 'agent_not_allowed'],
  'options that are an array': [json({ options: [] }), 'validation_error', '/options'],
  'a flag in words': [
    json({ options: { detailed_response: 'true' } }),
    'validation_error',
    '/options/detailed_response',
  ],
  'another priority': [json({ options: { priority: 'high' } }), 'validation_error', '/options/priority'],
  'another on_disconnect': [
    json({ options: { on_disconnect: 'stop' } }),
    'validation_error',
    '/options/on_disconnect',
  ],
  'a queue on a stream': [json({ options: { if_busy: 'queue' } }), 'validation_error', '/options/if_busy'],
  'no context': [json({ context: undefined }), 'external_user_id_required', '/context/external_user_id'],
  'an empty context': [json({ context: {} }), 'external_user_id_required', '/context/external_user_id'],
  'a context that is an array': [json({ context: ['u'] }), 'validation_error', '/context'],
  ...badContexts,
  null: ['null', 'validation_error', ''],
  'an array': ['[]', 'validation_error', ''],
  'a string': ['"prompt"', 'validation_error', ''],
  'an empty body': ['', 'invalid_json'],
  'half a document': ['{"prompt":', 'invalid_json'],
  'two documents': ['{}{}', 'invalid_json'],
  'a byte order mark alone': ['\ufeff', 'invalid_json'],
  'bytes that are no UTF-8': [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'invalid_json'],
  'an owner twice': [
    '{"prompt":"x","context":{"external_user_id":"user-1","external_user_id":"user-2"}}',
    'invalid_json',
  ],
  'an owner twice, once in escapes': [
    '{"prompt":"x","context":{"external_user_id":"user-1","external_user_\\u0069d":"user-2"}}',
    'invalid_json',
  ],
  'a context twice': [
    '{"prompt":"x","context":{"external_user_id":"a"},"context":{"external_user_id":"b"}}',
    'invalid_json',
  ],
  'an array as deep as fits': ['['.repeat(500_000), 'invalid_json'],
  'a deep array in a field': [
    `{"prompt":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
    'validation_error',
    '/prompt',
  ],
  'a deep object in a field': [
    `{"options":{"priority":${'{"a":'.repeat(80_000)}1${'}'.repeat(80_000)}}}`,
    'validation_error',
    '/options/priority',
  ],
  'ten thousand unknown fields': [
    JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`f${index}`, index]))),
    'validation_error',
    '/f0',
  ],
  'more than 512 KiB': [json({ prompt: 'x'.repeat(512 * 1024) }), 'body_too_large'],
  'ten megabytes': [Buffer.alloc(10 * 1024 * 1024, 'x'), 'body_too_large'],
};
