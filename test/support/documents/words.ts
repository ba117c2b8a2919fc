import { execFileSync } from 'node:child_process';
import { type Chunk, headingJoint } from '#core/knowledge/chunk-blocks.ts';

/** Python's own readers of HTML and of archives with XML: independent of ours. */
const judge = `
import html.parser, sys, zipfile, xml.etree.ElementTree as tree
class Reader(html.parser.HTMLParser):
    hidden, text = 0, ''
    def handle_starttag(self, tag, attrs):
        if tag in ('script', 'style', 'title', 'svg', 'textarea', 'select'): self.hidden += 1
        self.text += ' '
    def handle_endtag(self, tag):
        if tag in ('script', 'style', 'title', 'svg', 'textarea', 'select'): self.hidden -= 1
        self.text += ' '
    def handle_data(self, data):
        if self.hidden == 0: self.text += data
if sys.argv[1] == 'html':
    reader = Reader()
    reader.feed(sys.stdin.buffer.read().decode())
    text = reader.text
else:
    import io
    part = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read())).read('word/document.xml')
    word = '{http://schemas.openxmlformats.org/wordprocessingml/2006/main}'
    text = '\\n'.join(''.join(t.text or '' for t in p.iter(word + 't')) for p in tree.fromstring(part).iter(word + 'p'))
sys.stdout.buffer.write(text.encode())
`;

export function textByPython(kind: 'html' | 'docx', bytes: Uint8Array): string {
  return execFileSync('python3', ['-c', judge, kind], {
    input: bytes,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
}

/** The address of a link, which no page shows. */
const address = / \((?:https?:\/\/|mailto:)[^\s<>"`()]+\)/gi;

/** The text of chunks with each heading once, as it stands in the document, and without the addresses of links. */
export function textOfChunks(chunks: readonly Chunk[]): string {
  let path: readonly string[] = [];
  return chunks
    .flatMap(({ heading, body }) => {
      const next = heading === '' ? [] : heading.split(headingJoint);
      const same = next.findIndex((text, level) => text !== path[level]);
      const added = same === -1 ? [] : next.slice(same);
      path = next;
      return [...(added.at(-1) === body ? added.slice(0, -1) : added), body];
    })
    .join('\n')
    .replaceAll(address, '');
}

/** How many of the words of one text the other lacks or has besides, as a share of them. */
export function wordDifference(text: string, judged: string): number {
  const counts = new Map<string, number>();
  const words = (from: string) => from.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  for (const word of words(judged)) counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const word of words(text)) counts.set(word, (counts.get(word) ?? 0) - 1);
  const different = [...counts.values()].reduce((sum, count) => sum + Math.abs(count), 0);
  return different / Math.max(1, words(judged).length);
}
