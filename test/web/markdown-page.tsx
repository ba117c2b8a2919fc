import { chat, common } from '#locales/en/chat.ts';
import { later } from '#locales/en/later.ts';
import { MarkdownView } from '../../src/web/shared/markdown/growing/markdown-view.ts';
import { readQuestion } from '../../src/web/shared/markdown/question/question.ts';
import { setLaterText } from '../../src/web/shared/text/later-text.ts';
import { setText } from '../../src/web/shared/text/text.ts';

setText(common, chat);
setLaterText(later);

/** What a test may ask of the page in which it runs. Results are JSON. */
const probe = {
  /** Renders `text` in one piece and returns the result. */
  async render(text: string): Promise<{ html: string; problems: string[] }> {
    const { host, view } = mount();
    view.append(text);
    view.finish();
    await view.enhanced();
    return { html: host.innerHTML, problems: findForbidden(host) };
  },

  /** How a question is shown, or null when it is shown as it was typed. */
  question(text: string): string | null {
    const question = readQuestion(text);
    if (question === null) return null;
    const { host } = mount();
    host.append(...question.nodes);
    return host.innerHTML;
  },

  /** The longest time, in milliseconds, that the page blocks while `text` arrives in forty pieces and ends. */
  longestStandstill(text: string): number {
    const { view } = mount();
    const size = Math.ceil(text.length / 40);
    let longest = 0;
    const time = (work: () => void) => {
      const started = performance.now();
      work();
      longest = Math.max(longest, performance.now() - started);
    };
    for (let at = 0; at < text.length; at += size) time(() => view.append(text.slice(at, at + size)));
    time(() => view.finish());
    return longest;
  },

  /** How many elements are made for `more` behind `text`, and then for the end. */
  built(text: string, more: string): { more: number; end: number } {
    const { view } = mount();
    view.append(text);
    const { createElement } = document;
    const count = (work: () => void): number => {
      let made = 0;
      document.createElement = (...name: [string]) => {
        made += 1;
        return createElement.apply(document, name);
      };
      work();
      document.createElement = createElement;
      return made;
    };
    return { more: count(() => view.append(more)), end: count(() => view.finish()) };
  },

  /** The page's content when `text` has arrived and more is to come. */
  prefix(text: string): { html: string; text: string } {
    const { host, view } = mount();
    view.append(text);
    return { html: host.innerHTML, text: host.textContent ?? '' };
  },

  /** Whether the first block is the same node before and after `text` has followed it and the answer has ended. */
  keepsFirst(text: string): boolean {
    const { host, view } = mount();
    view.append('A **first** paragraph with [a link](https://example.com).\n\n');
    const first = host.firstChild;
    for (const character of text) view.append(character);
    view.finish();
    return first !== null && host.firstChild === first;
  },

  /** What is still selected of the first word of a paragraph once `text` has followed it in that paragraph. */
  keepsSelection(text: string): string {
    const { host, view } = mount();
    document.body.append(host);
    view.append('First, this');
    const words = host.querySelector('p')?.firstChild;
    if (words) getSelection()?.setBaseAndExtent(words, 0, words, 5);
    for (const character of text) view.append(character);
    view.finish();
    const selected = String(getSelection());
    host.remove();
    return selected;
  },

  /** Splits `text` in two at every byte, and compares each result with the whole. */
  async splitEverywhere(text: string): Promise<string[]> {
    const whole = await settle(renderPieces([text]));
    const bytes = new TextEncoder().encode(text);
    const failures: string[] = [];
    for (let at = 0; at <= bytes.length; at += 1) {
      const decoder = new TextDecoder();
      const first = decoder.decode(bytes.subarray(0, at), { stream: true });
      const rendered = renderPieces([first, decoder.decode(bytes.subarray(at))]);
      const parts = await settle(rendered);
      if (!parts.isEqualNode(whole)) failures.push(`${at}: ${parts.innerHTML} instead of ${whole.innerHTML}`);
      failures.push(...rendered.problems.map((problem) => `${at}: ${problem}`));
    }
    return failures.slice(0, 5);
  },

  /** Lets `text` arrive character by character and compares the end with the whole. */
  async typeOut(text: string): Promise<string[]> {
    const rendered = renderPieces([...text]);
    const [parts, whole] = await Promise.all([settle(rendered), settle(renderPieces([text]))]);
    const different = parts.isEqualNode(whole) ? [] : [`${parts.innerHTML} instead of ${whole.innerHTML}`];
    return [...different, ...rendered.problems].slice(0, 5);
  },
};

declare global {
  interface Window {
    probe: typeof probe;
    ready: boolean;
  }
}

interface Rendered {
  readonly host: HTMLElement;
  readonly view: MarkdownView;
  readonly problems: string[];
}

function renderPieces(pieces: readonly string[]): Rendered {
  const { host, view } = mount();
  const problems: string[] = [];
  for (const piece of pieces) {
    view.append(piece);
    problems.push(...findForbidden(host));
  }
  view.finish();
  return { host, view, problems: [...problems, ...findForbidden(host)] };
}

async function settle({ host, view, problems }: Rendered): Promise<HTMLElement> {
  await view.enhanced();
  problems.push(...findForbidden(host));
  return withoutHost(host);
}

/** Footnotes of each host have ids of their own, which are no difference. */
function withoutHost(host: HTMLElement): HTMLElement {
  for (const node of host.querySelectorAll('[id], a[href^="#"]')) {
    for (const name of ['id', 'href']) {
      const value = node.getAttribute(name);
      if (value !== null) node.setAttribute(name, value.replace(/note-\d+/, 'note'));
    }
  }
  return host;
}

function mount(): { host: HTMLElement; view: MarkdownView } {
  const host = document.createElement('div');
  return { host, view: new MarkdownView(host) };
}

const htmlElements =
  /^(A|BLOCKQUOTE|BR|BUTTON|CODE|DEL|DIV|EM|FIGCAPTION|FIGURE|H[3-6]|HR|LI|OL|P|PRE|SECTION|SPAN|STRONG|SUP|TABLE|TBODY|TD|TH|THEAD|TR|UL)$/;
const mathElements =
  /^(math|mrow|m[inos]|mtext|mspace|mfrac|msqrt|mroot|mstyle|merror|mpadded|mphantom|m(sub|sup|subsup|under|over|underover)|mmultiscripts|mprescripts|none|mtable|mtr|mtd)$/;
const htmlAttributes =
  /^(class|dir|role|aria-label|aria-pressed|title|scope|start|value|tabindex|type|href|rel|target|data-language|data-display|data-note)$/;
/** The only ones, so that no answer can name a part of the page. */
const ownId = /^note-\d+(-\d+){1,2}$/;
const mathClasses =
  /^(((tml-(left|right|overline|underline|fbox|x?cancel|jot|small)|upstrike|downstrike|sout|line-(top|right|bottom|left)|dashed|double|(flush|apart)-(left|right)|whole|rest|bold|italic|enclosed|ink)( |$))+)$/;
const mathNamespace = 'http://www.w3.org/1998/Math/MathML';

/** Elements, attributes and addresses that no answer may ever bring onto the page. */
function findForbidden(host: HTMLElement): string[] {
  return [...host.querySelectorAll('*')].flatMap((node) => {
    const isMath = node.namespaceURI === mathNamespace;
    const allowed = isMath ? mathElements.test(node.localName) : htmlElements.test(node.tagName);
    const problems = allowed ? [] : [`element ${node.tagName}`];
    for (const { name, value } of node.attributes) {
      const isHarmless = isMath
        ? !/^(on|style|href|xlink|id|src)/.test(name) && (name !== 'class' || mathClasses.test(value))
        : htmlAttributes.test(name) || (name === 'id' && ownId.test(value));
      if (!isHarmless) problems.push(`attribute ${name} of ${node.tagName}`);
      const isWithin = value.startsWith('#') && ownId.test(value.slice(1));
      if (name === 'href' && !isWithin && !/^(https?:\/\/|mailto:)/.test(value))
        problems.push(`address ${value}`);
      if (name === 'href' && /[@]/.test(value) && !value.startsWith('mailto:') && new URL(value).username) {
        problems.push(`address ${value}`);
      }
    }
    const leavesPage = node instanceof HTMLAnchorElement && !node.getAttribute('href')?.startsWith('#');
    if (leavesPage && node.rel !== 'noopener nofollow') problems.push('a link without rel');
    return problems;
  });
}

window.probe = probe;
window.ready = true;
