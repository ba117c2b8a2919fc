import type { Token } from 'marked';
import { type Block, type BlockKey, isSameKey, toBlocks } from './block.ts';
import { buildBlock } from './build-block.ts';
import { enhanceLater } from './enhance-later.ts';
import { readBlocks } from './lexer.ts';
import { noteList } from './note-list.ts';
import { mayHaveSources, prepareSources } from './sources-part.ts';

/** The blocks of a text that stand in `host`. Where the text is shown again, only what has changed is built again. */
export class ShownBlocks {
  readonly #host: HTMLElement;
  #shown = '';
  /** One for each of the first nodes of the host. Behind them are the footnotes. */
  #keys: readonly BlockKey[] = [];
  #pending: Promise<unknown>[] = [];

  constructor(host: HTMLElement) {
    this.#host = host;
  }

  /** Shows the whole of `text`, in which `\n` is the only line ending. */
  show(text: string): void {
    this.#shown = text;
    const { tokens, links } = readBlocks(text);
    const { blocks } = toBlocks(tokens, links, 0);
    this.exchange(this.#keys, blocks);
    this.#keys = blocks.map(({ key }) => key);
    this.#showNotes(tokens);
  }

  /** Builds those of `blocks` that are not what stands in their place, by the keys of what does. */
  exchange(standing: readonly BlockKey[], blocks: readonly Block[]): void {
    for (const [index, { token, key }] of blocks.entries()) {
      if (isSameKey(standing[index], key)) continue;
      const node = buildBlock(token);
      const present = this.#host.childNodes[index] ?? null;
      if (node === null) continue;
      // A block may be highlighted already while a new one is not, so blocks are replaced as a whole.
      if (index < standing.length) present?.replaceWith(node);
      else this.#host.insertBefore(node, present);
      this.enhance(index, 1);
    }
  }

  /** Adds colours, formulas and tools to so many nodes. */
  enhance(from: number, count: number): void {
    for (let index = from; index < from + count; index += 1) {
      const node = this.#host.childNodes[index];
      if (node instanceof HTMLElement) this.#pending.push(enhanceLater(node));
    }
  }

  /** Resolves when code is highlighted and formulas are rendered. */
  async enhanced(): Promise<void> {
    await Promise.all(this.#pending);
  }

  #showNotes(tokens: readonly Token[]): void {
    const text = this.#shown;
    const count = this.#keys.length;
    if (noteList.show !== null) {
      noteList.show(this.#host, count, tokens);
      this.enhance(count, 1);
      return;
    }
    while (this.#host.childNodes.length > count) this.#host.lastChild?.remove();
    if (!mayHaveSources(text)) return;
    // Without the part the marks stay as they were written.
    const again = prepareSources().then(
      () => {
        if (this.#shown === text) this.show(text);
      },
      () => undefined,
    );
    this.#pending.push(again);
  }
}
