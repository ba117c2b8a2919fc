import temml from 'temml';
import { classesOf } from './math-look.ts';

const namespace = 'http://www.w3.org/1998/Math/MathML';

const elements = new Set([
  'math',
  'mrow',
  'mi',
  'mn',
  'mo',
  'ms',
  'mtext',
  'mspace',
  'mfrac',
  'msqrt',
  'mroot',
  'mstyle',
  'merror',
  'mpadded',
  'mphantom',
  'msub',
  'msup',
  'msubsup',
  'munder',
  'mover',
  'munderover',
  'mmultiscripts',
  'mprescripts',
  'none',
  'mtable',
  'mtr',
  'mtd',
]);

const attributes = new Set([
  'display',
  'displaystyle',
  'scriptlevel',
  'mathvariant',
  'stretchy',
  'symmetric',
  'fence',
  'form',
  'separator',
  'lspace',
  'rspace',
  'minsize',
  'maxsize',
  'largeop',
  'movablelimits',
  'accent',
  'accentunder',
  'linethickness',
  'width',
  'height',
  'depth',
  'voffset',
  'rowspan',
  'columnspan',
]);

/**
 * A formula as MathML, built node by node from elements that are known to be harmless; null when it is not valid TeX,
 * or has something that would be lost: half a formula has another meaning.
 */
export function buildFormula(tex: string, displayMode: boolean): Node | null {
  try {
    const tree: unknown = temml.__renderToMathMLTree(tex, {
      displayMode,
      throwOnError: true,
      trust: false,
      strict: false,
      maxExpand: 200,
      maxSize: [20, 20],
    });
    return buildNode(tree)[0] ?? null;
  } catch {
    return null;
  }
}

function buildNode(tree: unknown): Node[] {
  if (typeof tree !== 'object' || tree === null) return [];
  const children = 'children' in tree && Array.isArray(tree.children) ? tree.children.flatMap(buildNode) : [];
  if (!('type' in tree) || typeof tree.type !== 'string') {
    const isText = 'text' in tree && typeof tree.text === 'string';
    return isText ? [document.createTextNode(String(tree.text))] : children;
  }
  const node = document.createElementNS(namespace, nameOf(tree.type));
  const known = attributesOf(tree, 'attributes');
  copyAttributes(node, known);
  const look = classesOf(listOf(tree, 'classes'), attributesOf(tree, 'style'));
  if (tree.type === 'menclose') look.push('enclosed');
  if (known['mathbackground'] !== undefined && tree.type === 'mspace') look.push('ink');
  if (look.length > 0) node.setAttribute('class', [...new Set(look)].join(' '));
  node.append(...children);
  return [node];
}

/** Browsers draw no enclosure of their own, or each another one; the style sheet does. */
function nameOf(type: string): string {
  if (type === 'menclose') return 'mrow';
  if (!elements.has(type)) throw new Error(`The element ${type} has no place here`);
  return type;
}

function listOf(tree: object, name: string): readonly string[] {
  const value: unknown = Reflect.get(tree, name);
  return Array.isArray(value) ? value.map(String).filter(Boolean) : [];
}

function attributesOf(tree: object, name: string): Readonly<Record<string, unknown>> {
  const value: unknown = Reflect.get(tree, name);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function copyAttributes(node: Element, from: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(from)) {
    if (attributes.has(name)) node.setAttribute(name, String(value));
  }
}
