import { makeElement } from './make-element.ts';
import { keepChoice, readChoice } from './stored.ts';

const storageKey = 'parley-docs-language';

interface Tab {
  readonly title: string;
  readonly button: HTMLButtonElement;
  readonly panel: HTMLElement;
}

interface Group {
  readonly place: HTMLElement;
  readonly tabs: readonly Tab[];
}

/** Makes tabs of blocks that are alternatives of one another. A language is chosen for all of them, and remembered. */
export function makeTabs(): void {
  const groups = [...document.querySelectorAll<HTMLElement>('.tabs')].map(makeGroup);
  for (const group of groups) {
    for (const tab of group.tabs)
      tab.button.addEventListener('click', () => chooseEverywhere(groups, group, tab));
    followKeys(group);
    const stored = readChoice(storageKey);
    choose(group, group.tabs.find(({ title }) => title === stored) ?? group.tabs[0]);
  }
}

let made = 0;

function makeGroup(place: HTMLElement): Group {
  const list = makeElement('div', { role: 'tablist', 'aria-label': 'Alternatives' });
  const tabs = [...place.querySelectorAll<HTMLElement>(':scope > .tab')].map((panel) => {
    const title = panel.dataset['title'] ?? '';
    made += 1;
    panel.id = `tab-panel-${made}`;
    panel.role = 'tabpanel';
    const button = makeElement(
      'button',
      { type: 'button', role: 'tab', id: `tab-${made}`, 'aria-controls': panel.id },
      title,
    );
    panel.setAttribute('aria-labelledby', button.id);
    return { title, button, panel };
  });
  list.append(...tabs.map(({ button }) => button));
  place.prepend(list);
  place.classList.add('ready');
  return { place, tabs };
}

/** Keeps the clicked tab in place, although blocks above it change their height. */
function chooseEverywhere(groups: readonly Group[], group: Group, { title }: Tab): void {
  const before = group.place.getBoundingClientRect().top;
  for (const each of groups) {
    const tab = each.tabs.find((one) => one.title === title);
    if (tab !== undefined) choose(each, tab);
  }
  scrollBy({ top: group.place.getBoundingClientRect().top - before, behavior: 'instant' });
  if (!/^\d/.test(title)) keepChoice(storageKey, title);
}

function choose({ tabs }: Group, chosen: Tab | undefined): void {
  for (const tab of tabs) {
    const isChosen = tab === chosen;
    tab.button.setAttribute('aria-selected', String(isChosen));
    tab.button.tabIndex = isChosen ? 0 : -1;
    tab.panel.hidden = !isChosen;
  }
}

/** The keys of the pattern for tabs: arrows, Home and End. */
function followKeys({ place, tabs }: Group): void {
  place.firstElementChild?.addEventListener('keydown', (event) => {
    if (!(event instanceof KeyboardEvent)) return;
    const index = tabs.findIndex(({ button }) => button === document.activeElement);
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key];
    if (index < 0 || next === undefined) return;
    event.preventDefault();
    const button = tabs.at(next % tabs.length)?.button;
    button?.focus();
    button?.click();
  });
}
