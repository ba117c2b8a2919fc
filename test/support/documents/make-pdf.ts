export interface PdfLine {
  readonly text: string;
  readonly size: number;
  readonly y: number;
}

/** A PDF with a page for each list of lines, and these entries in its trailer. */
export function makePdf(pages: readonly (readonly PdfLine[])[], trailer = ''): Uint8Array {
  const contents = pages.map((lines) =>
    lines.map(({ text, size, y }) => `BT /F1 ${size} Tf 50 ${y} Td (${escaped(text)}) Tj ET`).join('\n'),
  );
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`).join(' ');
  const own = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...contents.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + 2 * index} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];
  return joinObjects(own, trailer);
}

/**
 * A PDF whose font numbers its letters in the order in which they come, and says in a table which they are, as most
 * programs write them. Several letters may be one.
 */
export function makeMappedPdf(lines: readonly PdfLine[]): Uint8Array {
  const glyphsOf = (text: string) => text.match(/ffi|ffl|ff|fi|fl|./gsu) ?? [];
  const glyphs = [...new Set(lines.flatMap(({ text }) => glyphsOf(text)))];
  const hex = (number: number) => number.toString(16).padStart(4, '0');
  const units = (text: string) =>
    Array.from({ length: text.length }, (_, at) => hex(text.charCodeAt(at))).join('');
  const content = lines
    .map(({ text, size, y }) => {
      const codes = glyphsOf(text).map((glyph) => hex(glyphs.indexOf(glyph) + 1));
      return `BT /F1 ${size} Tf 50 ${y} Td <${codes.join('')}> Tj ET`;
    })
    .join('\n');
  const map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <0000> <ffff> endcodespacerange
${glyphs.length} beginbfchar
${glyphs.map((glyph, index) => `<${hex(index + 1)}> <${units(glyph)}>`).join('\n')}
endbfchar
endcmap CMapName currentdict /CMap defineresource pop end end`;
  return joinObjects([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    '<< /Type /Font /Subtype /Type0 /BaseFont /Any /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 7 0 R >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 3 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Any /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 500 /FontDescriptor 8 0 R >>',
    `<< /Length ${map.length} >>\nstream\n${map}\nendstream`,
    '<< /Type /FontDescriptor /FontName /Any /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
  ]);
}

/** The objects of a PDF, numbered from 1, of which the first is the catalog. */
export function joinObjects(objects: readonly string[], trailer = ''): Uint8Array {
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  const count = objects.length + 1;
  text += `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}`;
  text += `trailer\n<< /Size ${count} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

function escaped(text: string): string {
  return text.replaceAll(/[\\()]/g, '\\$&');
}
