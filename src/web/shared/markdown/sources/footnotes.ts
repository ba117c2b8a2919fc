import type { Token } from 'marked';
import { laterText } from '../../text/later-text.ts';
import { buildBlocks } from '../build-block.ts';
import { element } from '../element.ts';
import { morphChildren } from '../morph.ts';
import { followNotes } from './follow-notes.ts';

/** While an answer grows all footnotes are built again with each piece of it. Further ones are shown at its end. */
const mostWhileGrowing = 100;
/** More links back from one footnote help no reader. */
const mostWaysBack = 9;

const prefixes = new WeakMap<HTMLElement, string>();
let hosts = 0;

/**
 * Numbers the references in `nodes` in the order in which they are read, and returns the list of the footnotes that
 * `tokens` define, or nothing when they define none. A reference without a definition may still get one until the
 * answer has ended; then it is the text that was written.
 */
export function buildFootnotes(
  host: HTMLElement,
  nodes: readonly Node[],
  tokens: readonly Token[],
  hasEnded: boolean,
): HTMLElement[] {
  const definitions = definitionsIn(tokens);
  const notes = new Map<string, Note>();
  const prefix = prefixOf(host);
  const link = (among: readonly Node[]) => {
    for (const reference of referencesIn(among)) {
      const label = reference.dataset['note'] ?? '';
      const isDefined = definitions.has(label);
      if (!isDefined && hasEnded) restore(reference, label);
      else setNumber(reference, noteOf(label, notes, prefix), isDefined);
    }
  };
  link(nodes);
  const contents = new Map<Note, Node[]>();
  const build = (label: string) => {
    const definition = definitions.get(label);
    const note = noteOf(label, notes, prefix);
    if (definition === undefined || contents.has(note)) return;
    if (!hasEnded && contents.size === mostWhileGrowing) return;
    const content = buildBlocks(definition);
    contents.set(note, content);
    link(content);
  };
  // A footnote may refer to further ones, which then follow in the same map.
  for (const label of notes.keys()) build(label);
  for (const label of definitions.keys()) build(label);
  return contents.size === 0 ? [] : [sectionOf([...contents])];
}

/** Shows the footnotes of an answer that has ended, whose own blocks are the nodes before `from`. */
export function showNotes(host: HTMLElement, from: number, tokens: readonly Token[]): void {
  const blocks = [...host.childNodes].slice(0, from);
  morphChildren(host, buildFootnotes(host, blocks, tokens, true), from);
}

/** The content of each footnote, by its label. The first definition of a label counts. */
function definitionsIn(tokens: readonly Token[]): ReadonlyMap<string, readonly Token[]> {
  const definitions = new Map<string, readonly Token[]>();
  for (const token of tokens) {
    if (token.type !== 'footnote' || !('label' in token) || definitions.has(String(token['label']))) continue;
    definitions.set(String(token['label']), token.tokens ?? []);
  }
  return definitions;
}

interface Note {
  readonly id: string;
  readonly number: string;
  /** The ids of the references to it. */
  readonly references: string[];
}

/** Two answers of one page may use the same labels. */
function prefixOf(host: HTMLElement): string {
  const known = prefixes.get(host);
  if (known !== undefined) return known;
  hosts += 1;
  const prefix = `note-${hosts}`;
  prefixes.set(host, prefix);
  followNotes(host);
  return prefix;
}

function noteOf(label: string, notes: Map<string, Note>, prefix: string): Note {
  const known = notes.get(label);
  if (known !== undefined) return known;
  const number = String(notes.size + 1);
  const note = { id: `${prefix}-${number}`, number, references: [] };
  notes.set(label, note);
  return note;
}

function referencesIn(nodes: readonly Node[]): HTMLElement[] {
  return nodes.flatMap((node) =>
    node instanceof HTMLElement ? [...node.querySelectorAll<HTMLElement>('sup[data-note]')] : [],
  );
}

function setNumber(reference: HTMLElement, { id, number, references }: Note, isDefined: boolean): void {
  if (!isDefined) {
    if (reference.textContent !== number) reference.textContent = number;
    return;
  }
  const own = `${id}-${references.length + 1}`;
  references.push(own);
  // One that the reader has focused stays.
  if (reference.firstElementChild?.id === own) return;
  const link = linkWithin(id, number, laterText.markdown.footnote(number));
  link.id = own;
  link.setAttribute('role', 'doc-noteref');
  reference.replaceChildren(link);
}

function restore(reference: HTMLElement, label: string): void {
  const parent = reference.parentNode;
  reference.replaceWith(`[^${label}]`);
  parent?.normalize();
}

function sectionOf(contents: readonly (readonly [Note, Node[]])[]): HTMLElement {
  const items = contents.map(([note, content]) => itemOf(note, content));
  const section = element('section', [element('ol', items)], 'footnotes');
  section.setAttribute('role', 'doc-endnotes');
  section.setAttribute('aria-label', laterText.markdown.footnotes);
  return section;
}

function itemOf({ id, number, references }: Note, content: readonly Node[]): HTMLElement {
  const last = content.at(-1);
  const hasText = last instanceof HTMLParagraphElement;
  const paragraph = hasText ? last : element('p');
  for (const [index, reference] of references.slice(0, mostWaysBack).entries()) {
    const back = linkWithin(
      reference,
      '↩',
      laterText.markdown.back(index === 0 ? number : `${number}-${index + 1}`),
    );
    back.setAttribute('role', 'doc-backlink');
    paragraph.append(' ', back);
  }
  const item = element('li', hasText ? content : [...content, paragraph]);
  item.id = id;
  item.value = Number(number);
  item.tabIndex = -1;
  return item;
}

function linkWithin(id: string, text: string, label: string): HTMLAnchorElement {
  const link = element('a', [document.createTextNode(text)]);
  link.href = `#${id}`;
  link.setAttribute('aria-label', label);
  return link;
}
