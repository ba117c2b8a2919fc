import { useSignal } from '@preact/signals';
import { Menu } from '../shared/components/menu.tsx';
import { MenuIcon } from '../shared/icons.tsx';
import { text } from '../shared/text/text.ts';
import { MenuItems } from './dialogs.ts';

export function PageMenu({ onShortcuts }: { readonly onShortcuts: () => void }) {
  const wanted = useSignal(false);
  const want = () => {
    wanted.value = true;
  };
  return (
    <Menu label={text.menu} icon={<MenuIcon />} onApproach={want}>
      {wanted.value && <MenuItems onShortcuts={onShortcuts} />}
    </Menu>
  );
}
