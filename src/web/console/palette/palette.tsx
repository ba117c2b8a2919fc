import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Dialog } from '../../shared/components/dialog.tsx';
import { Problem } from '../../shared/components/problem.tsx';
import { useConsole } from '../console-context.ts';
import { goTo } from '../state/route.ts';
import { words } from '../text/words.ts';
import type { Entry } from './entries.ts';
import { isPaletteKey } from './palette-key.ts';
import { paletteWords as text } from './palette-words.ts';
import { useEntries } from './use-entries.ts';

/** Finds a screen, a partner or what any id names, and opens it: all by keyboard, or by a touch. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const { route, lookUp } = useConsole();
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const typed = useSignal('');
  const place = useSignal(0);
  /** Enter came before the answer: the first entry is opened as soon as it is there. */
  const isAwaited = useSignal(false);
  const { entries, isLooking, problem } = useEntries(typed.value);
  const chosen = Math.min(place.value, entries.length - 1);
  const open = ({ address, identity }: Entry) => {
    list.current?.closest('dialog')?.close();
    // The heading of the screen takes the focus, which the dialog has just given back.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    lookUp.value = identity;
    goTo(route, address);
  };
  const openChosen = () => {
    const entry = entries[chosen];
    if (isLooking) isAwaited.value = true;
    else if (entry !== undefined) open(entry);
  };
  useEffect(() => {
    if (isLooking || !isAwaited.value) return;
    isAwaited.value = false;
    openChosen();
  }, [isLooking]);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const steer = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (isPaletteKey(event)) onClose();
    else if (event.key === 'Enter') openChosen();
    else if (event.key === 'ArrowDown') place.value = (chosen + 1) % Math.max(1, entries.length);
    else if (event.key === 'ArrowUp')
      place.value = (chosen + entries.length - 1) % Math.max(1, entries.length);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={words.goTo} onClose={onClose}>
      <input
        class="search palette-field"
        type="text"
        role="combobox"
        aria-label={text.label}
        placeholder={text.label}
        aria-expanded={entries.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={entries.length > 0 ? `${listId}-${chosen}` : undefined}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        maxLength={255}
        value={typed.value}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
          place.value = 0;
          isAwaited.value = false;
        }}
        onKeyDown={steer}
      />
      <p class={entries.length > 0 ? 'visually-hidden' : 'empty'} role="status">
        {isLooking ? text.looking : entries.length === 0 ? text.nothing : text.found(entries.length)}
      </p>
      <Problem text={problem} />
      <div ref={list} id={listId} class="palette-list" role="listbox" aria-label={text.results}>
        {entries.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and the keys
          <div
            key={entry.key}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onClick={() => open(entry)}
          >
            <span dir="auto">{entry.name}</span> <small dir="auto">{entry.detail}</small>{' '}
            <small class="palette-kind">{entry.kind}</small>
          </div>
        ))}
      </div>
    </Dialog>
  );
}
