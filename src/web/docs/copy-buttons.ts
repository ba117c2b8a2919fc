import { makeElement } from './make-element.ts';

const shownMs = 2_000;

/** A button on every block of code. */
export function addCopyButtons(): void {
  for (const block of document.querySelectorAll<HTMLElement>('.code')) {
    const label = makeElement('span', {}, 'Copy');
    const button = makeElement('button', { type: 'button', class: 'copy', 'aria-live': 'polite' }, label);
    button.addEventListener('click', async () => {
      const code = block.querySelector('pre')?.textContent ?? '';
      label.textContent = await navigator.clipboard.writeText(code).then(
        () => 'Copied',
        () => 'Not copied',
      );
      setTimeout(() => {
        label.textContent = 'Copy';
      }, shownMs);
    });
    block.append(button);
  }
}
