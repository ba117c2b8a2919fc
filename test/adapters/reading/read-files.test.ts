import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readDocx } from '#adapters/reading/child/read-docx.ts';
import { readPdf } from '#adapters/reading/child/read-pdf.ts';
import type { Block } from '#core/knowledge/chunk-blocks.ts';
import type { Break } from '#test/break.ts';
import { makeDocx, paragraph, table } from '#test/documents/make-docx.ts';
import { joinObjects, makeMappedPdf, makePdf } from '#test/documents/make-pdf.ts';

const block = (kind: Block['kind'], heading: string, text: string): Block => ({ heading, kind, text });

describe('A document of Word', () => {
  it('has the addresses of its links', async () => {
    const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const link = `<w:hyperlink xmlns:r="${office}" r:id="r9"><w:r><w:t>our prices</w:t></w:r></w:hyperlink>`;
    const relationships = `<?xml version="1.0"?>
      <Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r9"
        Type="${office}/hyperlink" Target="https://partner.example/prices" TargetMode="External"/></Relationships>`;
    const parts = { 'word/_rels/document.xml.rels': relationships };
    const { blocks } = await readDocx(makeDocx(`<w:p>${link}</w:p>`, parts));
    assert.deepEqual(blocks, [block('text', '', 'our prices (https://partner.example/prices)')]);
  });

  it('has paragraphs below its headings, and tables', async () => {
    const body = [
      ...[paragraph('Plans', 1), paragraph('Two plans < three.'), paragraph('Prices', 2)],
      table([
        ['Plan', 'Price'],
        ['Basic', '10'],
      ]),
    ].join('');
    assert.deepEqual(await readDocx(makeDocx(body)), {
      title: 'Plans',
      blocks: [
        block('text', 'Plans', 'Two plans < three.'),
        block('table', 'Plans › Prices', 'Plan | Price\nBasic | 10'),
      ],
    });
  });

  it('is too long where its parts unpack to more than 32 MB, and a part is no larger than it says', async () => {
    const notes = `<w:footnotes xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"/>`;
    const bomb = makeDocx(paragraph('text'), { 'word/footnotes.xml': notes + ' '.repeat(33 * 1024 * 1024) });
    assert.ok(bomb.length < 100_000);
    await assert.rejects(readDocx(bomb), { reason: 'too_long' });
    const hiding = Buffer.from(bomb);
    const directoryEntry = hiding.lastIndexOf('word/footnotes.xml') - 46;
    hiding.writeUInt32LE(notes.length, directoryEntry + 24);
    assert.deepEqual((await readDocx(hiding)).blocks, [block('text', '', 'text')]);
  });

  it('has no text of entities that its markup declares', async () => {
    const tower = Array.from({ length: 20 }, (_, nth) => `<!ENTITY e${nth + 1} "${`&e${nth};`.repeat(10)}">`);
    const markup = `<!DOCTYPE w:document [<!ENTITY e0 "secret">${tower.join('')}]>`;
    const document = `${markup}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraph('text').replace('text', '&e20; &e0;')}</w:body></w:document>`;
    const read = await readDocx(makeDocx('', { 'word/document.xml': document })).catch(() => null);
    assert.doesNotMatch(JSON.stringify(read), /secret/);
  });

  it('is protected or damaged where it is no archive', async () => {
    const old = Buffer.from('d0cf11e0a1b11ae1', 'hex');
    const name = Buffer.from('EncryptedPackage', 'utf16le');
    await assert.rejects(readDocx(Buffer.concat([old, Buffer.alloc(512), name])), { reason: 'encrypted' });
    await assert.rejects(readDocx(Buffer.concat([old, Buffer.alloc(512)])), { reason: 'damaged' });
    await assert.rejects(readDocx(Buffer.from('no archive')));
  });
});

describe('A PDF', () => {
  const line = (text: string, y: number, size = 10) => ({ text, y, size });

  it('has paragraphs by the distance of its lines, and headings by the size of their letters', async () => {
    const first = [
      line('Plans', 780, 20),
      line('There are two plans,', 750),
      line('which anyone can pay.', 738),
    ];
    const second = [
      line('The second is larger.', 700),
      line('Prices', 660, 14),
      line('The price is docu-', 640),
    ];
    const pdf = makePdf([
      [...first, ...second],
      [line('mented here.', 780), line('Ask us.', 700)],
    ]);
    assert.deepEqual(await readPdf(pdf), {
      title: 'Plans',
      blocks: [
        block('text', 'Plans', 'There are two plans,\nwhich anyone can pay.'),
        block('text', 'Plans', 'The second is larger.'),
        block('text', 'Plans › Prices', 'The price is documented here.'),
        block('text', 'Plans › Prices', 'Ask us.'),
      ],
    });
  });

  it('has the letters that its font says they are, in any script', async () => {
    const written = [
      'Η τιμή είναι δέκα ευρώ.',
      'Цена составляет десять евро.',
      '价格是十欧元。',
      'The office offers five waffles.',
    ];
    // Letters stand in a PDF from left to right.
    const rightToLeft = 'السعر عشرة';
    const all = [...written, [...rightToLeft].reverse().join('')];
    const { blocks } = await readPdf(makeMappedPdf(all.map((text, nth) => line(text, 800 - 40 * nth))));
    assert.deepEqual(
      blocks.flatMap(({ text }) => text.split('\n')),
      [...written, rightToLeft],
    );
  });

  it('is protected where it needs a password, and damaged where it is none or its pages lead in a circle', async () => {
    const protectedBy = `/ID [<00><00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'00'.repeat(32)}> /U <${'00'.repeat(32)}> >>`;
    await assert.rejects(readPdf(makePdf([[line('secret', 700)]], protectedBy)), { reason: 'encrypted' });
    await assert.rejects(readPdf(Buffer.from('%PDF-1.4\nno more')), { reason: 'damaged' });
    const circle = joinObjects([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [2 0 R] /Count 1 >>',
    ]);
    await assert.rejects(readPdf(circle));
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A document of Word does not unpack to more than 32 MB',
    file: 'src/adapters/reading/child/read-docx.ts',
    replace: "if (size > mostBytes) throw new Unreadable('too_long');",
    by: '',
  },
  {
    rule: 'A document of Word is unpacked once, within the sizes that it states',
    file: 'src/adapters/reading/child/read-docx.ts',
    replace: '{ buffer: repack(bytes) }',
    by: '{ buffer: repack(bytes).length > 0 ? Buffer.from(bytes) : repack(bytes) }',
  },
  {
    rule: 'A protected document says so',
    file: 'src/adapters/reading/child/read-pdf.ts',
    replace: "nameOf(error) === 'PasswordException' ? 'encrypted' : 'damaged'",
    by: "'damaged'",
  },
  {
    rule: 'A PDF has the letters that its font says they are',
    file: 'src/adapters/reading/child/pdf-line.ts',
    replace: '.map(({ str }) => str)',
    by: ".map(({ str }) => str.replaceAll(/[^ -~]/g, ''))",
  },
  {
    rule: 'Larger letters of a PDF are its headings',
    file: 'src/adapters/reading/child/read-pdf.ts',
    replace: 'size >= usual * headingSize',
    by: 'size >= usual * 3',
  },
  {
    rule: 'A word that is parted at the end of a line is one word',
    file: 'src/adapters/reading/child/read-pdf.ts',
    replace: 'return before.slice(0, -1) + line;',
    by: 'return `${before} ${line}`;',
  },
];
