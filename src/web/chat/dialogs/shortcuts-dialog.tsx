import { Dialog } from '../../shared/components/dialog.tsx';
import { laterText } from '../../shared/text/later-text.ts';
import { shortcuts } from './shortcuts.ts';

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={laterText.shortcuts.title} onClose={onClose}>
      <dl class="shortcuts">
        {shortcuts.map(({ keys, words }) => (
          <div key={words}>
            <dt>{words}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
