import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { DocumentList, DocumentStored } from '#contract/knowledge/document-resources.ts';
import { documentLimits } from '#contract/knowledge/documents.ts';
import type { Break } from '#test/break.ts';
import { makeDocx, paragraph } from '#test/documents/make-docx.ts';
import { makePdf } from '#test/documents/make-pdf.ts';
import { readingPrograms } from '#test/documents/reading-programs.ts';
import { problemOf, readAnswer } from '#test/reading/answered.ts';
import { until } from '#test/reading/until.ts';
import type { Api } from '#test/world/api.ts';
import type { Partner } from '#test/world/partner.ts';
import { shareApi } from '#test/world/shared-service.ts';

const text = '# Returns\n\nThe goods can be returned to us within 30 days of the order.';
const at = '/agents/assistant/documents';

describe('Documents over HTTP', () => {
  let api: Api;
  let partner: Partner;
  before(async () => {
    api = await shareApi();
    partner = await api.partner({ scopes: ['chat', 'knowledge'] });
  });

  async function put(id: string, body: string | Uint8Array, type = 'text/markdown', more: object = {}) {
    const headers = { 'content-type': type, ...more };
    return readAnswer(await partner.request('PUT', `${at}/${id}`, body, { headers }));
  }

  test('are created once, replaced, read, listed and deleted', async () => {
    const created = await put('returns?title=Returns+%26+refunds&requires={"plan":["pro"]}', text);
    const { document, changed }: DocumentStored = JSON.parse(created.text);
    assert.deepEqual([created.status, changed, document.title], [201, true, 'Returns & refunds']);
    assert.equal(created.headers.get('location'), `/v1${at}/returns`);
    assert.deepEqual(document.requires, { plan: ['pro'] });
    const again = await put('returns?title=Returns+%26+refunds&requires={"plan":["pro"]}', text);
    assert.deepEqual([again.status, JSON.parse(again.text).changed], [200, false]);
    assert.equal(again.headers.get('location'), undefined);
    const replaced = await put('returns', text);
    assert.deepEqual([replaced.status, JSON.parse(replaced.text).document.title], [200, 'Returns']);
    const read = await partner.get(`${at}/returns`);
    assert.deepEqual(JSON.parse(read.text).document, JSON.parse(replaced.text).document);
    const list: DocumentList = JSON.parse((await partner.get(`${at}?q=ret`)).text);
    assert.deepEqual([list.data.map(({ id }) => id), list.has_more], [['returns'], false]);
    const deleted = await readAnswer(await partner.request('DELETE', `${at}/returns`));
    assert.deepEqual(JSON.parse(deleted.text), { ok: true, id: 'returns', deleted: true });
    problemOf(await partner.get(`${at}/returns`), 'document_not_found');
    const gone = await readAnswer(await partner.request('DELETE', `${at}/returns`));
    problemOf(gone, 'document_not_found');
  });

  test('are bytes of a type that can be read, in UTF-8 and not packed', async () => {
    for (const [type, more] of [
      ['application/json', {}],
      ['image/png', {}],
      ['text/plain; charset=iso-8859-1', {}],
      ['text/plain', { 'content-encoding': 'gzip' }],
    ] as const)
      problemOf(await put('a?no_such_name=1', '{}', type, more), 'unsupported_media_type');
    assert.equal((await put('a', text, 'Text/Markdown; charset="UTF-8"')).status, 201);
    const json = await put('b', '{"a": [1, 1], "a": 2}', 'text/plain');
    assert.equal(json.status, 201, 'what a file says is not read as JSON');
  });

  test('may be a page, a PDF or a document of Word, which are read with a title of their own', async () => {
    const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    const pdf = makePdf([
      [
        { text: 'Returns', size: 20, y: 700 },
        { text: 'Within 30 days.', size: 10, y: 600 },
      ],
    ]);
    for (const [type, body] of [
      ['text/html', '<title>Returns</title><p>Within 30 days.'],
      ['application/pdf', pdf],
      [word, makeDocx(paragraph('Returns', 1) + paragraph('Within 30 days.'))],
    ] as const) {
      const stored = await put(`of-${type.slice(-3)}`, body, type);
      assert.equal(stored.status, 201, stored.text);
      assert.equal(JSON.parse(stored.text).document.title, 'Returns', type);
    }
    const refused = problemOf(await put('none', 'no file', 'application/pdf'), 'document_unreadable');
    assert.equal(refused['reason'], 'damaged');
  });

  test('have at most four megabytes, and other bodies not more than before', async () => {
    const much = 'x'.repeat(documentLimits.bytes);
    problemOf(await put('big', much), 'document_unreadable');
    problemOf(await put('big', `${much}x`), 'body_too_large');
    problemOf(await partner.send({ prompt: much }), 'body_too_large');
  });

  test('are read no further when their sender has left', async () => {
    const gone = new AbortController();
    const headers = { 'content-type': 'text/markdown' };
    const { signal } = gone;
    const leaving = partner.request('PUT', `${at}/left`, text, { headers, signal });
    await until(() => readingPrograms(api.serviceOf().pid)[0]);
    gone.abort();
    await assert.rejects(leaving, { name: 'AbortError' });
    // It would be stored behind the other, since documents are read one at a time.
    assert.equal((await put('next', text)).status, 201);
    problemOf(await partner.get(`${at}/left`), 'document_not_found');
  });

  test('are told apart from what cannot be a document', async () => {
    problemOf(await put('a%20b', text), 'validation_error');
    problemOf(await put('a?titel=A', text), 'validation_error');
    problemOf(await partner.get(`${at}/a%20b`), 'document_not_found');
    assert.equal(problemOf(await put('none', ' \n'), 'document_unreadable')['reason'], 'no_text');
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A document is read no further when its sender has left',
    file: 'src/core/administration/manage-documents.ts',
    replace: 'reader.read({ mediaType, bytes, sender }, signal);',
    by: 'reader.read({ mediaType, bytes, sender });',
  },
  {
    rule: 'A new document is a new resource',
    file: 'src/core/operations/client/documents.ts',
    replace: 'return isNew ? { body, status: 201, location: address } : { body };',
    by: 'return { body };',
  },
  {
    rule: 'A document has a larger limit than other bodies',
    file: 'src/contract/operations/documents.ts',
    replace: '    bodyBytes: documentLimits.bytes,\n',
    by: '',
  },
  {
    rule: 'A file has one of the types of its route',
    file: 'src/http/server/json-body.ts',
    replace: 'if (mediaType === null || !accepted.includes(mediaType)) throw',
    by: 'if (mediaType === null) throw',
  },
  {
    rule: 'Documents of every type are read',
    file: 'src/app/document-tools.ts',
    replace: 'new ChildDocumentReader()',
    by: 'new ChildDocumentReader(0)',
  },
  {
    rule: 'The text of a file is in UTF-8',
    file: 'src/http/server/json-body.ts',
    replace: 'return parameters.some(isOtherCharset) ? null : type',
    by: 'return type',
  },
];
