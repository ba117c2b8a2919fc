import { type FoundPlace, findPlaces } from './find-places.ts';
import { makeElement } from './make-element.ts';

/** Shows what is found below the field while one types; Enter without a choice opens the page of all results. */
export function searchWhileTyping(): void {
  const input = document.querySelector<HTMLInputElement>('.search input');
  if (input === null || input.form === null) return;
  const list = makeElement('div', { role: 'listbox', id: 'found', 'aria-label': 'Found' });
  const said = makeElement('p', { class: 'visually-hidden', role: 'status' });
  list.hidden = true;
  input.form.append(list, said);
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-expanded': 'false',
    'aria-controls': 'found',
    'aria-autocomplete': 'list',
  })) {
    input.setAttribute(name, value);
  }
  new TypedSearch(input, list, said).follow(input.form);
}

class TypedSearch {
  readonly #input: HTMLInputElement;
  readonly #list: HTMLElement;
  readonly #said: HTMLElement;
  #options: readonly HTMLAnchorElement[] = [];
  #active = -1;
  #asked = new AbortController();

  constructor(input: HTMLInputElement, list: HTMLElement, said: HTMLElement) {
    this.#input = input;
    this.#list = list;
    this.#said = said;
  }

  follow(form: HTMLFormElement): void {
    this.#input.addEventListener('input', () => void this.#search());
    this.#input.addEventListener('focus', () => this.#show(this.#options.length > 0));
    this.#input.addEventListener('keydown', (event) => this.#followKey(event));
    form.addEventListener('focusout', ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) this.#show(false);
    });
    document.addEventListener('keydown', (event) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea') !== null;
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      this.#input.focus();
      this.#input.select();
    });
  }

  async #search(): Promise<void> {
    this.#asked.abort();
    this.#asked = new AbortController();
    const { signal } = this.#asked;
    const query = this.#input.value.trim();
    if (query === '') return this.#offer([], '');
    try {
      const places = await findPlaces(query, signal);
      if (!signal.aborted)
        this.#offer(places, places.length === 0 ? 'Nothing was found' : `${places.length} results`);
    } catch {
      // The next letter asks again, and Enter asks for the page.
    }
  }

  #offer(places: readonly FoundPlace[], words: string): void {
    this.#options = places.map(optionOf);
    this.#said.textContent = words;
    const nothing = words !== '' && places.length === 0;
    this.#list.replaceChildren(
      ...(nothing ? [makeElement('p', { class: 'nothing' }, words)] : this.#options),
    );
    this.#activate(-1);
    this.#show(words !== '');
  }

  #followKey(event: KeyboardEvent): void {
    const isShown = !this.#list.hidden;
    const act = {
      Escape: isShown ? () => this.#show(false) : null,
      Enter: isShown && this.#active >= 0 ? () => this.#options[this.#active]?.click() : null,
      ArrowDown: () => this.#step(1),
      ArrowUp: () => this.#step(-1),
    }[event.key];
    if (act === undefined || act === null) return;
    event.preventDefault();
    act();
  }

  /** Before the first option and after the last one, it continues at the other end. */
  #step(step: 1 | -1): void {
    const count = this.#options.length;
    if (count === 0) return;
    this.#show(true);
    this.#activate(this.#active < 0 && step < 0 ? count - 1 : (this.#active + step + count) % count);
  }

  #activate(index: number): void {
    this.#active = index;
    for (const [at, option] of this.#options.entries()) {
      option.setAttribute('aria-selected', String(at === index));
    }
    const active = this.#options[index];
    if (active === undefined) {
      this.#input.removeAttribute('aria-activedescendant');
      return;
    }
    this.#input.setAttribute('aria-activedescendant', active.id);
    active.scrollIntoView({ block: 'nearest' });
  }

  #show(isShown: boolean): void {
    this.#list.hidden = !isShown;
    this.#input.setAttribute('aria-expanded', String(isShown));
  }
}

function optionOf({ address, page, title, excerpt }: FoundPlace, index: number): HTMLAnchorElement {
  const words = excerpt.map(({ text, found }) => (found ? makeElement('mark', {}, text) : text));
  return makeElement(
    'a',
    { role: 'option', id: `found-${index}`, href: address, tabindex: '-1', 'aria-selected': 'false' },
    makeElement(
      'span',
      { class: 'found-title' },
      makeElement('b', {}, title),
      ' ',
      makeElement('small', {}, page),
    ),
    makeElement('span', { class: 'found-text' }, ...words),
  );
}
