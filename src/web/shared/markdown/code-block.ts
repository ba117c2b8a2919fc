import { text } from '../text/text.ts';
import { element } from './element.ts';

/** `data-language` is the language of the fence; it is cleared once the code has been highlighted. */
export function codeBlock(code: string, info: string): HTMLElement {
  const language = /^[\w+#.-]{1,24}/.exec(info)?.[0] ?? '';
  const copy = element('button', [], 'code-copy');
  copy.type = 'button';
  copy.setAttribute('aria-label', text.markdown.takeCode);
  const caption = element('figcaption', [element('span', [document.createTextNode(language)])]);
  const body = element('pre', [element('code', [document.createTextNode(code)])]);
  const tools = element('div', [copy], 'code-tools');
  const node = element('figure', [...(language === '' ? [] : [caption]), tools, body], 'code');
  node.dir = 'ltr';
  if (language !== '') node.dataset['language'] = language.toLowerCase();
  return node;
}

/** One listener for all code blocks below `host`. */
export function listenForCopy(host: HTMLElement, copy: (code: string) => void): () => void {
  const onClick = (event: MouseEvent) => {
    if (!(event.target instanceof Element)) return;
    const figure = event.target.closest('.code-copy')?.closest('figure');
    if (figure) copy(figure.querySelector('pre')?.textContent ?? '');
  };
  host.addEventListener('click', onClick);
  return () => host.removeEventListener('click', onClick);
}
