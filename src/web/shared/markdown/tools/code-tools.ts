import { download } from '../../download.ts';
import { laterText } from '../../text/later-text.ts';
import { element } from '../element.ts';

/** The end of the file name, where it is not the language's own name. */
const endings: Readonly<Record<string, string>> = {
  bash: 'sh',
  console: 'sh',
  csharp: 'cs',
  'c++': 'cpp',
  'c#': 'cs',
  elixir: 'ex',
  erlang: 'erl',
  fsharp: 'fs',
  golang: 'go',
  haskell: 'hs',
  javascript: 'js',
  julia: 'jl',
  kotlin: 'kt',
  latex: 'tex',
  markdown: 'md',
  matlab: 'm',
  node: 'js',
  objc: 'm',
  perl: 'pl',
  plaintext: 'txt',
  powershell: 'ps1',
  python: 'py',
  python3: 'py',
  ruby: 'rb',
  rust: 'rs',
  shell: 'sh',
  text: 'txt',
  typescript: 'ts',
  zsh: 'sh',
};

/** Adds the buttons that wrap the lines of a code block and save it as a file. */
export function addCodeTools(figure: HTMLElement): void {
  const copy = figure.querySelector('.code-copy');
  const code = figure.querySelector('pre');
  if (copy === null || code === null || figure.querySelector('.code-wrap') !== null) return;
  const wrap = button('code-wrap', laterText.markdown.wrap, () => {
    const isWrapped = figure.classList.toggle('wrapped');
    wrap.setAttribute('aria-pressed', String(isWrapped));
  });
  wrap.setAttribute('aria-pressed', 'false');
  const save = button('code-save', laterText.markdown.save, () => {
    const language = figure.querySelector('figcaption span')?.textContent ?? '';
    download(fileNameOf(language), 'text/plain', code.textContent ?? '');
  });
  copy.before(wrap, save);
}

function fileNameOf(language: string): string {
  const name = language.toLowerCase();
  if (name === 'dockerfile' || name === 'makefile') return language;
  const ending = Object.hasOwn(endings, name) ? endings[name] : name.replace(/[^a-z0-9]/g, '');
  return `code.${ending || 'txt'}`;
}

function button(className: string, label: string, onClick: () => void): HTMLButtonElement {
  const node = element('button', [], className);
  node.type = 'button';
  node.setAttribute('aria-label', label);
  node.title = label;
  node.addEventListener('click', onClick);
  return node;
}
