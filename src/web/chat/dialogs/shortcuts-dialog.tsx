import { Dialog } from '../../shared/components/dialog.tsx';
import { text } from '../../shared/text/text.ts';
import { shortcuts } from '../use-shortcuts.ts';

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={text.shortcuts.title} onClose={onClose}>
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
