import { loadPatiently } from '../load-patiently.ts';
import { withWords } from '../text/chat-text.ts';

/**
 * Highlights the code, renders the formulas and adds the tools of blocks below `root`, each once, with parts that are
 * loaded when the first of them appears. Without a part the text stays readable as it is.
 */
export function enhance(root: HTMLElement): Promise<void>[] {
  const codes = select(root, 'figure[data-language]');
  const formulas = select(root, '.math');
  const scrollers = select(root, 'pre, .table');
  return [...codes.map(colourCode), ...formulas.map(setFormula), ...scrollers.map(addTools)];
}

function select(root: HTMLElement, selector: string): HTMLElement[] {
  const below = [...root.querySelectorAll<HTMLElement>(selector)];
  return root.matches(selector) ? [root, ...below] : below;
}

async function colourCode(figure: HTMLElement): Promise<void> {
  const language = figure.dataset['language'] ?? '';
  const code = figure.querySelector('code');
  delete figure.dataset['language'];
  if (code === null) return;
  const part = await loadPatiently(() => import('./highlight.ts'));
  const nodes = part.highlight(code.textContent ?? '', language);
  if (nodes !== null) code.replaceChildren(...nodes);
}

async function setFormula(span: HTMLElement): Promise<void> {
  const tex = span.textContent ?? '';
  const display = span.dataset['display'] === 'block';
  span.className = 'formula';
  const part = await loadPatiently(() => import('./formulas/math.ts'));
  const formula = part.buildFormula(tex, display);
  if (formula === null) span.classList.add('source');
  else span.replaceChildren(formula);
  await addTools(span);
}

async function addTools(scroller: HTMLElement): Promise<void> {
  const part = await loadPatiently(() => withWords(() => import('./tools/block-tools.ts')));
  const figure = scroller.closest<HTMLElement>('figure.code');
  if (figure !== null) part.addCodeTools(figure);
  part.watchWidth(scroller);
}
