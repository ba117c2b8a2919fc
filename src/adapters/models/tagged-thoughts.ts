const tags = ['think', 'thinking', 'reasoning'] as const;
type Tag = (typeof tags)[number];

/** The longest of their marks; no more of an answer is ever held back. */
const mostHeld = '</reasoning>'.length;

const opening = /^[ \t\r\n]*<(think|thinking|reasoning)>/i;
const space = /^[ \t\r\n]+/;

/** The marks that begin and end the thoughts of a tag, of which some may stand in others. */
const marksOf: Readonly<Record<Tag, RegExp>> = {
  think: /<(\/?)think>/gi,
  thinking: /<(\/?)thinking>/gi,
  reasoning: /<(\/?)reasoning>/gi,
};

/**
 * Takes the thoughts out of an answer whose model writes them into its text, between tags before its first word.
 * Everything from an opening tag to its closing one is dropped as it comes, however long it is and however the tags are
 * cut; a tag that never closes leaves no answer. Behind the first word a tag is a word like others.
 */
export class TaggedThoughts {
  /** What only the next text can tell: space or the beginning of a tag. */
  #held = '';
  /** The tag that is open, how often, and whether one was open before. */
  #tag: Tag | null = null;
  #depth = 0;
  #hasThought = false;
  #hasBegun = false;

  /** Whether the model thinks, as far as its text shows. */
  get isThinking(): boolean {
    return this.#tag !== null;
  }

  /** The part of this text that belongs to the answer, with what was held back before it. */
  push(text: string): string {
    if (this.#hasBegun) return text;
    let rest = this.#held + text;
    this.#held = '';
    while (rest !== '') {
      const behind = this.#tag === null ? this.#behindOpening(rest) : this.#behindClosing(rest, this.#tag);
      if (behind === null) return this.#hasBegun ? this.#withoutSpace(rest) : '';
      rest = behind;
    }
    return '';
  }

  /** What was held back and is no tag after all, now that the answer is over. */
  finish(): string {
    const rest = this.#tag === null ? this.#held : '';
    this.#held = '';
    return rest;
  }

  /** What follows an opening tag; null where none comes first, or none yet. */
  #behindOpening(text: string): string | null {
    const found = opening.exec(text);
    const tag = tags.find((each) => each === found?.[1]?.toLowerCase());
    if (found === null || tag === undefined) {
      const word = text.replace(space, '');
      if (tags.some((each) => isCut(`<${each}>`, word)))
        this.#held = this.#withoutSpace(text).slice(-mostHeld);
      else this.#hasBegun = true;
      return null;
    }
    this.#tag = tag;
    this.#depth = 1;
    this.#hasThought = true;
    return text.slice(found[0].length);
  }

  /** What follows the closing tag; null where it has not come. */
  #behindClosing(text: string, tag: Tag): string | null {
    for (const { 0: mark, 1: slash, index } of text.matchAll(marksOf[tag])) {
      this.#depth += slash === '' ? 1 : -1;
      if (this.#depth > 0) continue;
      this.#tag = null;
      return text.slice(index + mark.length);
    }
    const end = text.slice(Math.max(0, text.lastIndexOf('<')));
    if ([`<${tag}>`, `</${tag}>`].some((mark) => isCut(mark, end))) this.#held = end;
    return null;
  }

  /** The space between thoughts and answer belongs to neither. */
  #withoutSpace(text: string): string {
    return this.#hasThought ? text.replace(space, '') : text;
  }
}

/** Whether `text` is a beginning of the mark, and not all of it. */
function isCut(mark: string, text: string): boolean {
  return text.length < mark.length && mark.startsWith(text.toLowerCase());
}
