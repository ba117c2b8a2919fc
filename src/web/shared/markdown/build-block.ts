import type { Token, Tokens } from 'marked';
import { buildInline } from './build-inline.ts';
import { codeBlock } from './code-block.ts';
import { directionOf } from './direction.ts';
import { element } from './element.ts';

type Builder = (token: Token) => HTMLElement | null;

/** Builders of parts that are loaded later, by the type of their token. Where one returns null, the block is built as usual. */
export const moreBlocks = new Map<string, Builder>();

/** Builds the node of one block. Link definitions and blank lines have none. */
export function buildBlock(token: Token): HTMLElement | null {
  const built = moreBlocks.get(token.type)?.(token);
  if (built) return built;
  const known = asKnown(token);
  switch (known?.type) {
    case 'heading':
      return element(headings[known.depth - 1] ?? 'h6', buildInline(known.tokens));
    case 'paragraph':
      return element('p', buildInline(known.tokens));
    case 'text':
      return element('p', buildInline(known.tokens ?? [known]));
    case 'code':
      return codeBlock(known.text, known.lang ?? '');
    case 'blockquote':
      return element('blockquote', buildBlocks(known.tokens));
    case 'list':
      return buildList(known);
    case 'table':
      return buildTable(known);
    case 'hr':
      return element('hr');
    case 'space':
    case 'def':
      return null;
    default:
      return buildOther(token);
  }
}

export function buildBlocks(tokens: readonly Token[]): Node[] {
  return tokens.flatMap((token) => buildBlock(token) ?? []);
}

/** An answer stands below the page's own headings, so its first level is h3. */
const headings = ['h3', 'h4', 'h5', 'h6', 'h6', 'h6'] as const;

type Known =
  | Tokens.Heading
  | Tokens.Paragraph
  | Tokens.Text
  | Tokens.Code
  | Tokens.Blockquote
  | Tokens.List
  | Tokens.Table
  | Tokens.Hr
  | Tokens.Space
  | Tokens.Def;

const knownTypes = [
  'heading',
  'paragraph',
  'text',
  'code',
  'blockquote',
  'list',
  'table',
  'hr',
  'space',
  'def',
];

function asKnown(token: Token): Known | null {
  return isKnown(token) ? token : null;
}

function isKnown(token: Token): token is Known {
  return knownTypes.includes(token.type);
}

function buildOther(token: Token): HTMLElement {
  if (token.type !== 'blockMath') return element('p', [document.createTextNode(token.raw)]);
  const math = element('div', [document.createTextNode(String(Reflect.get(token, 'text')))], 'math');
  math.dataset['display'] = 'block';
  math.dir = 'ltr';
  return math;
}

function buildList(list: Tokens.List): HTMLElement {
  const node = element(list.ordered ? 'ol' : 'ul', list.items.map(buildItem));
  if (list.ordered && typeof list.start === 'number' && list.start !== 1) {
    node.setAttribute('start', String(list.start));
  }
  return node;
}

export function buildItem(item: Tokens.ListItem): HTMLElement {
  const children = item.tokens.flatMap((token): Node[] => {
    if (token.type === 'text' && !item.loose) return buildInline(token.tokens ?? [token]);
    if (token.type === 'checkbox') return buildInline([token]);
    const block = buildBlock(token);
    return block === null ? [] : [block];
  });
  const node = element('li', children);
  if (item.task) node.className = 'task';
  return node;
}

function buildTable(table: Tokens.Table): HTMLElement {
  const head = element('thead', [
    element(
      'tr',
      table.header.map((cell) => buildCell('th', cell)),
    ),
  ]);
  const rows = table.rows.map(buildRow);
  const body = rows.length === 0 ? [] : [element('tbody', rows)];
  const scroller = element('div', [element('table', [head, ...body])], 'table');
  scroller.dir = directionOf(scroller);
  return scroller;
}

export function buildRow(row: readonly Tokens.TableCell[]): HTMLElement {
  return element(
    'tr',
    row.map((cell) => buildCell('td', cell)),
  );
}

function buildCell(name: 'th' | 'td', cell: Tokens.TableCell): HTMLElement {
  const node = element(name, buildInline(cell.tokens));
  if (name === 'th') node.setAttribute('scope', 'col');
  if (cell.align !== null) node.className = `align-${cell.align}`;
  return node;
}
