import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { deleteDocument, fenceIn, putDocument } from '#test/knowledge/documents.ts';
import { openRecordedWires, type RecordedWires } from '#test/mock/recorded-wires.ts';
import { type VendorWire, vendorWires } from '#test/mock/vendors.ts';

/** A small window, so that a conversation of `turns` no longer fits, and is cut several times. */
const windowTokens = 600;
const turns = 16;

/** What closes the messages of a request. */
const ends: Readonly<Record<VendorWire, string>> = {
  openai: ']}',
  'openai-responses': ']}',
  anthropic: ']}',
  gemini: ']}',
};
/** Where the messages of a request begin. */
const begins: Readonly<Record<VendorWire, string>> = {
  openai: '"messages":[',
  'openai-responses': '"input":[',
  anthropic: '"messages":[',
  gemini: '"contents":[',
};

describe('The prompts of a conversation', () => {
  let wires: RecordedWires;
  before(async () => {
    wires = await openRecordedWires({ windowTokens });
  });
  after(() => wires[Symbol.asyncDispose]());

  /** The requests of a conversation, as a cache of the vendor compares them. */
  async function requestsOf(wire: VendorWire, count: number): Promise<string[]> {
    const { provider, partners } = wires;
    const requests: string[] = [];
    let conversation_uuid: string | undefined;
    for (let turn = 1; turn <= count; turn++) {
      provider.answer = `Answer ${turn} [1], as \`plans[${turn}]\` says. ${'It depends. '.repeat(turn)}[2]`;
      const answer = await partners[wire].send({ prompt: `Question ${turn}?`, conversation_uuid });
      assert.equal(answer.status, 200, answer.text);
      conversation_uuid = answer.headers.get('x-conversation-id');
      requests.push(withoutCacheMarks(provider.last.body));
    }
    return requests;
  }

  for (const wire of vendorWires) {
    test(`begin to the byte with the whole one before, question included: ${wire}`, async () => {
      const [first = '', second = '', third = ''] = await requestsOf(wire, 3);
      for (const [earlier, later] of [[first, second] as const, [second, third] as const]) {
        assert.ok(earlier.endsWith(ends[wire]));
        const prefix = earlier.slice(0, -ends[wire].length);
        assert.equal(later.slice(0, prefix.length), prefix);
        assert.ok(later.length > prefix.length);
      }
    });

    test(`do so while their history is cut, but for the few turns that cut it further: ${wire}`, async () => {
      const requests = await requestsOf(wire, turns);
      const isNewBeginning = requests.map((request, index) => {
        const before = requests[index - 1];
        return before !== undefined && !request.startsWith(before.slice(0, -ends[wire].length));
      });
      const hasFirst = (request: string) => request.includes('Question 1?');
      assert.deepEqual(
        [requests.slice(0, 3).every(hasFirst), hasFirst(requests.at(-1) ?? '')],
        [true, false],
      );
      const cuts = isNewBeginning.filter(Boolean).length;
      assert.ok(cuts >= 2 && cuts <= turns / 3, `${cuts} cuts`);
      // A cut leaves the instructions where they are.
      const toldBy = (request: string) => request.slice(0, request.indexOf(begins[wire]));
      assert.equal(new Set(requests.map(toldBy)).size, 1);
    });
  }

  for (const wire of vendorWires) {
    test(`begin so with documents behind the instructions, until one changes: ${wire}`, async () => {
      const partner = wires.partners[wire];
      await partner.change({ scopes: ['chat', 'knowledge'] });
      await putDocument(partner, { id: 'prices', text: 'The team plan costs 12.' });
      const [first = '', second = ''] = await requestsOf(wire, 2);
      assert.match(first, /The team plan costs 12\./);
      const prefix = first.slice(0, -ends[wire].length);
      assert.equal(second.slice(0, prefix.length), prefix);
      await putDocument(partner, { id: 'prices', text: 'The team plan costs 13.' });
      const [changed = ''] = await requestsOf(wire, 1);
      assert.match(changed, /The team plan costs 13\./);
      assert.notEqual(fenceIn(changed), fenceIn(first));
      await deleteDocument(partner, 'prices');
    });
  }

  test('are marked for Claude at the same two places in every turn', async () => {
    await requestsOf('anthropic', 3);
    const { system, messages } = JSON.parse(wires.provider.last.body);
    const isMarked = (part: unknown) => JSON.stringify(part).includes('"cache_control":{"type":"ephemeral"}');
    assert.deepEqual(system.map(isMarked), [true]);
    assert.deepEqual(messages.map(isMarked), [false, false, false, true, false]);
  });
});

/** A mark says where to store a prompt, and is no part of it. A marked text stands in a block, which says the same. */
function withoutCacheMarks(body: string): string {
  return body.replaceAll(
    /\[\{"type":"text","text":("(?:[^"\\]|\\.)*"),"cache_control":\{"type":"ephemeral"\}\}\]/g,
    '$1',
  );
}

export const breaks: readonly Break[] = [
  {
    rule: 'Whole documents are the same text in every turn',
    file: 'src/core/turn/turn-sources.ts',
    replace: 'const fence = { key: fenceKey,',
    by: 'const fence = { key: `${fenceKey} ${turn.id}`,',
  },
  {
    rule: 'An answer loses its marks in every prompt alike',
    file: 'src/core/turn/prompt.ts',
    replace: '...history.map(asRead)',
    by: '...history.map((one, index) => (index === history.length - 1 ? asRead(one) : one))',
  },
  {
    rule: 'Nothing in front of the messages differs between the turns of a conversation',
    file: 'src/wires/anthropic.ts',
    replace: '    model: request.model,\n',
    by: '    model: request.model + request.messages.length,\n',
  },
];
