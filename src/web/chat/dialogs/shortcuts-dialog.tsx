import { Dialog } from '../../shared/components/dialog.tsx';
import { laterText } from '../../shared/text/later-text.ts';

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={laterText.shortcuts.title} onClose={onClose}>
      <dl class="pairs">
        {shortcuts().map(({ keys, words }) => (
          <div key={words}>
            <dt>{words}</dt>
            <dd>{keys.flatMap((key) => [<kbd key={key}>{key}</kbd>, ' '])}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

const control = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

const shortcuts = (): readonly { readonly keys: readonly string[]; readonly words: string }[] => [
  { keys: ['Enter'], words: laterText.shortcuts.send },
  { keys: ['Shift', 'Enter'], words: laterText.shortcuts.newLine },
  { keys: ['Esc'], words: laterText.shortcuts.stop },
  { keys: ['/'], words: laterText.shortcuts.focus },
  { keys: [control, 'K'], words: laterText.shortcuts.search },
  { keys: [control, 'Shift', 'O'], words: laterText.shortcuts.newChat },
  { keys: [control, 'Shift', 'C'], words: laterText.shortcuts.copyLast },
  { keys: ['?'], words: laterText.shortcuts.help },
];
