import { Tokenizer, type Tokens } from 'marked';

/**
 * Reads the little of Markdown that is not typed by accident: code, lists of several items, links. Everything else is
 * what was typed, and so keeps every sign: `2 * 3 * 4`, `<b>`, `# 1`, `>_<`.
 */
export class QuestionTokenizer extends Tokenizer {
  override list(source: string): Tokens.List | undefined {
    const end = endOfList(source);
    return end === 0 ? undefined : super.list(source.slice(0, end));
  }
  override url(source: string): Tokens.Link | undefined {
    // The brackets around an address are what was typed as well.
    return super.url(source.split('>', 1)[0] ?? '');
  }
  override autolink(): undefined {
    return undefined;
  }
  override blockquote(): undefined {
    return undefined;
  }
  override br(): undefined {
    return undefined;
  }
  override code(): undefined {
    return undefined;
  }
  override def(): undefined {
    return undefined;
  }
  override del(): undefined {
    return undefined;
  }
  override emStrong(): undefined {
    return undefined;
  }
  override escape(): undefined {
    return undefined;
  }
  override heading(): undefined {
    return undefined;
  }
  override hr(): undefined {
    return undefined;
  }
  override html(): undefined {
    return undefined;
  }
  override lheading(): undefined {
    return undefined;
  }
  override reflink(): undefined {
    return undefined;
  }
  override table(): undefined {
    return undefined;
  }
  override tag(): undefined {
    return undefined;
  }
}

/**
 * Where the list ends that `source` begins with, or 0 when it begins with none. A single item is as likely a minus or
 * a year, and a line that is not indented belongs to no item.
 */
function endOfList(source: string): number {
  const mark = markOf(source);
  if (mark === null) return 0;
  const line = /[^\n]*(?:\n|$)/y;
  let items = 0;
  let end = 0;
  while (line.lastIndex < source.length) {
    const [words = ''] = line.exec(source) ?? [];
    const own = markOf(words);
    const isMore = own === null ? /^(?: {2,}|\t)\S/.test(words) : own === mark;
    if (isMore) end = line.lastIndex;
    else if (words.trim() !== '') break;
    if (own === mark) items += 1;
  }
  return items > 1 ? end : 0;
}

/** The sign of the item that `line` begins with. */
function markOf(line: string): string | null {
  const found = /^ {0,1}(?:([-*])|\d{1,3}([.)]))[ \t]+\S/.exec(line);
  return found?.[1] ?? found?.[2] ?? null;
}
