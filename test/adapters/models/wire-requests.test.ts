import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ModelRequest } from '#core/models/model-provider.ts';
import { namedWires, type WireName } from '#wires/registry.ts';
import { ask, testProvider } from './provider-factory.ts';
import { head, rawServer } from './raw-server.ts';

describe('a request on the wire', () => {
  const cacheMark = { cache_control: { type: 'ephemeral' } };
  const request: Partial<ModelRequest> = {
    model: 'some/model',
    messages: [
      { role: 'user', content: 'First' },
      { role: 'assistant', content: 'Lone \ud83d' },
      { role: 'user', content: 'Second' },
    ],
  };

  it('follows chat completions: openai', async () => {
    const { line, headers, body } = await requested('openai', { ...request, effort: 'high' });
    assert.equal(line, 'POST /base/chat/completions HTTP/1.1');
    assert.match(headers, /authorization: Bearer sk-test-key/i);
    assert.deepEqual(body, {
      model: 'some/model',
      stream: true,
      stream_options: { include_usage: true },
      reasoning_effort: 'high',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'First' },
        { role: 'assistant', content: 'Lone \ufffd' },
        { role: 'user', content: 'Second' },
      ],
    });
  });

  it('follows Responses, and has nothing stored: openai-responses', async () => {
    const { line, headers, body } = await requested('openai-responses', { ...request, effort: 'high' });
    assert.equal(line, 'POST /base/responses HTTP/1.1');
    assert.match(headers, /authorization: Bearer sk-test-key/i);
    assert.deepEqual(body, {
      model: 'some/model',
      stream: true,
      store: false,
      include: ['reasoning.encrypted_content'],
      reasoning: { effort: 'high' },
      instructions: 'Be brief.',
      input: [
        { role: 'user', content: 'First' },
        { role: 'assistant', content: 'Lone \ufffd' },
        { role: 'user', content: 'Second' },
      ],
    });
  });

  it('follows the messages API: anthropic', async () => {
    const { line, headers, body } = await requested('anthropic', { ...request, effort: 'medium' });
    assert.equal(line, 'POST /base/v1/messages HTTP/1.1');
    assert.match(headers, /x-api-key: sk-test-key/i);
    assert.match(headers, /anthropic-version: 2026-10-21/i);
    assert.deepEqual(body, {
      model: 'some/model',
      stream: true,
      max_tokens: 32_000,
      system: [{ type: 'text', text: 'Be brief.', ...cacheMark }],
      thinking: { type: 'adaptive' },
      output_config: { effort: 'medium' },
      messages: [
        { role: 'user', content: 'First' },
        { role: 'assistant', content: [{ type: 'text', text: 'Lone \ufffd', ...cacheMark }] },
        { role: 'user', content: 'Second' },
      ],
    });
  });

  it('gives older Claude models their thinking as a budget', async () => {
    const { body } = await requested('anthropic', { model: 'claude-haiku-4-5-20251001', effort: 'low' });
    assert.deepEqual(body['thinking'], { type: 'enabled', budget_tokens: 2_048 });
    assert.equal(body['output_config'], undefined);
  });

  it('follows generateContent, with the key in a header: gemini', async () => {
    const { line, headers, body } = await requested('gemini', { ...request, effort: 'high' });
    assert.equal(line, 'POST /base/v1beta/models/some%2Fmodel:streamGenerateContent?alt=sse HTTP/1.1');
    assert.match(headers, /x-goog-api-key: sk-test-key/i);
    assert.deepEqual(body, {
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      generationConfig: { thinkingConfig: { thinkingLevel: 'high' } },
      contents: [
        { role: 'user', parts: [{ text: 'First' }] },
        { role: 'model', parts: [{ text: 'Lone \ufffd' }] },
        { role: 'user', parts: [{ text: 'Second' }] },
      ],
    });
  });

  it('says nothing of effort and of a limit of its own unless asked to', async () => {
    const bodies = await Promise.all(namedWires.map(async ({ name }) => (await requested(name, {})).body));
    assert.doesNotMatch(
      JSON.stringify(bodies),
      /effort|thinking|max_(completion|output)_tokens|maxOutputTokens/,
    );
  });

  it('bounds the tokens of an answer where asked to', async () => {
    const bodyOf = async (name: WireName) => (await requested(name, { maxTokens: 20 })).body;
    assert.equal((await bodyOf('openai'))['max_completion_tokens'], 20);
    assert.equal((await bodyOf('openai-responses'))['max_output_tokens'], 20);
    assert.equal((await bodyOf('anthropic'))['max_tokens'], 20);
    assert.deepEqual((await bodyOf('gemini'))['generationConfig'], { maxOutputTokens: 20 });
  });
});

async function requested(
  wire: WireName,
  request: Partial<ModelRequest>,
): Promise<{ line: string; headers: string; body: Record<string, unknown> }> {
  await using server = await rawServer((socket) => socket.end(head('text/html')));
  await using test = testProvider(`${server.origin}/base/`, wire);
  await ask(test.provider, request);
  const [raw = ''] = server.requests;
  const [headers = '', body = ''] = raw.split('\r\n\r\n');
  return {
    line: headers.split('\r\n')[0] ?? '',
    headers,
    body: JSON.parse(Buffer.from(body, 'latin1').toString('utf8')),
  };
}
