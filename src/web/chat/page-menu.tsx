import { useSignal } from '@preact/signals';
import { Menu } from '../shared/components/menu.tsx';
import { MenuIcon } from '../shared/icons.tsx';
import { text } from '../shared/text/text.ts';
import type { OwnDialogName } from './dialogs/own-dialog.tsx';
import { MenuItems, OwnDialog } from './dialogs.ts';

export function PageMenu({ onShortcuts }: { readonly onShortcuts: () => void }) {
  const wanted = useSignal(false);
  const dialog = useSignal<OwnDialogName | null>(null);
  const open = (name: OwnDialogName | null) => {
    dialog.value = name;
  };
  const want = () => {
    wanted.value = true;
  };
  return (
    <>
      <Menu label={text.menu} icon={<MenuIcon />} onApproach={want}>
        {wanted.value && <MenuItems onShortcuts={onShortcuts} onDialog={open} />}
      </Menu>
      {dialog.value && <OwnDialog name={dialog.value} onClose={() => open(null)} />}
    </>
  );
}
