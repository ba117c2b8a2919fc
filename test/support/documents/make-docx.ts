import { strToU8, zipSync } from 'fflate';

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';

const contentTypes = `<?xml version="1.0" encoding="UTF-8"?>
<Types xmlns="${packages}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>
</Types>`;

const relationships = `<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="${packages}/relationships">
<Relationship Id="r1" Type="${office}/officeDocument" Target="word/document.xml"/>
</Relationships>`;

const notes = `<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="${packages}/relationships">
<Relationship Id="r2" Type="${office}/styles" Target="styles.xml"/>
</Relationships>`;

const styles = `<?xml version="1.0" encoding="UTF-8"?>
<w:styles xmlns:w="${word}">${[1, 2, 3, 4, 5, 6]
  .map(
    (level) =>
      `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/></w:style>`,
  )
  .join('')}</w:styles>`;

/** A document of Word with this body, in its own markup, and other parts instead of those or beside them. */
export function makeDocx(body: string, parts: Readonly<Record<string, string>> = {}): Uint8Array {
  const all = {
    '[Content_Types].xml': contentTypes,
    '_rels/.rels': relationships,
    'word/_rels/document.xml.rels': notes,
    'word/styles.xml': styles,
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="${word}"><w:body>${body}</w:body></w:document>`,
    ...parts,
  };
  return zipSync(Object.fromEntries(Object.entries(all).map(([name, text]) => [name, strToU8(text)])));
}

export function paragraph(text: string, heading?: number): string {
  const style = heading === undefined ? '' : `<w:pPr><w:pStyle w:val="Heading${heading}"/></w:pPr>`;
  return `<w:p>${style}<w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r></w:p>`;
}

export function table(rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]) => row.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('');
  return `<w:tbl>${rows.map((row) => `<w:tr>${cells(row)}</w:tr>`).join('')}</w:tbl>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
