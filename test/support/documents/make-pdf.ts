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
