import { closes, type Fence, fenceIn } from '#contract/citations/code-ranges.ts';
import { BlockList, decodeText, type FileText, firstHeading } from './block-list.ts';
import { addParagraphs } from './read-plain.ts';

const frontMatter = /^---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/;
const titleLine = /^title:[ \t]*(["']?)(.*?)\1[ \t]*$/m;
const comment = /<!--.*?-->/g;
/** A longer line is a paragraph; the bound keeps expressions short on lines without end. */
const longestMark = 300;
const atxHeading = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;
const setextUnderline = /^ {0,3}(=+|-{2,})[ \t]*$/;
const delimiterRow = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** Text stays as it is written, so that a link or an emphasis is there for the model; headings, code and tables are found. */
export function readMarkdown(bytes: Uint8Array): FileText {
  const whole = decodeText(bytes).replaceAll(/\r\n?/g, '\n');
  const [front = '', settings = ''] = frontMatter.exec(whole) ?? [];
  const reader = new MarkdownReader();
  for (const line of whole.slice(front.length).split('\n')) reader.read(line);
  const blocks = reader.finish();
  const [, , named = ''] = titleLine.exec(settings) ?? [];
  return { title: named === '' ? firstHeading(blocks) : named, blocks };
}

class MarkdownReader {
  readonly #list = new BlockList();
  #fence: Fence | null = null;
  #table = false;
  #comment = false;
  #lines: string[] = [];

  read(line: string): void {
    if (this.#fence !== null) this.#readCode(line, this.#fence);
    else this.#readText(this.#withoutComments(line));
  }

  finish() {
    if (this.#fence !== null) this.#flush('code');
    else this.#flushText();
    return this.#list.finish();
  }

  #readCode(line: string, fence: Fence): void {
    this.#lines.push(line);
    if (!closes(fence, line.slice(0, longestMark))) return;
    this.#flush('code');
    this.#fence = null;
  }

  /** A comment reaches over empty lines and headings. Between backticks it is an example. */
  #withoutComments(line: string): string {
    let text = line;
    if (this.#comment) {
      const end = line.indexOf('-->');
      if (end === -1) return '';
      this.#comment = false;
      text = line.slice(end + 3);
    }
    if (!text.includes('<!--') || text.includes('`')) return text;
    text = text.replaceAll(comment, '');
    const start = text.indexOf('<!--');
    if (start === -1) return text;
    this.#comment = true;
    return text.slice(0, start);
  }

  #readText(line: string): void {
    const beginning = line.slice(0, longestMark);
    const fence = fenceIn(beginning);
    const heading = line === beginning ? atxHeading.exec(line) : null;
    if (fence !== null) {
      this.#flushText();
      this.#fence = fence;
      this.#lines = [line];
    } else if (heading !== null) {
      this.#flushText();
      this.#list.addHeading(heading[1]?.length ?? 1, heading[2] ?? '');
    } else if (setextUnderline.test(line) && this.#isParagraphLine()) {
      const text = this.#lines.pop() ?? '';
      this.#flushText();
      this.#list.addHeading(line.includes('=') ? 1 : 2, text);
    } else {
      this.#readLine(line);
    }
  }

  #readLine(line: string): void {
    if (this.#table && !line.includes('|')) this.#flushText();
    if (!this.#table && line.includes('|') && delimiterRow.test(line)) this.#beginTable();
    this.#lines.push(line);
  }

  /** The line before has the names of the columns. */
  #beginTable(): void {
    const names = this.#lines.pop();
    this.#flushText();
    if (names !== undefined) this.#lines.push(names);
    this.#table = true;
  }

  #isParagraphLine(): boolean {
    return !this.#table && (this.#lines.at(-1) ?? '').trim() !== '';
  }

  #flushText(): void {
    if (this.#table) this.#flush('table');
    else addParagraphs(this.#list, this.#take());
  }

  #flush(kind: 'code' | 'table'): void {
    this.#list.add(kind, this.#take());
  }

  #take(): string {
    const text = this.#lines.join('\n');
    this.#lines = [];
    this.#table = false;
    return text;
  }
}
