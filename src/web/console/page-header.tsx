import type { Signal } from '@preact/signals';
import { Menu } from '../shared/components/menu.tsx';
import { ThemeChoice } from '../shared/components/theme-choice.tsx';
import { toast } from '../shared/components/toast.tsx';
import { MenuIcon } from '../shared/icons.tsx';
import { useConsole } from './console-context.ts';
import { PaletteButton } from './palette/palette-button.tsx';
import { call } from './state/call.ts';
import { addressOf } from './state/route.ts';
import { useSession } from './state/use-session.ts';
import { wordsForFailure } from './state/words-for-failure.ts';
import { words } from './text/words.ts';
import { Wordmark } from './wordmark.tsx';

export function PageHeader({ isPaletteOpen }: { readonly isPaletteOpen: Signal<boolean> }) {
  const { operator, public_url: publicUrl } = useSession();
  return (
    <header class="page-header">
      <a class="home" href={addressOf('overview')}>
        <Wordmark />
      </a>
      <p class="place">{new URL(publicUrl).host}</p>
      <PaletteButton isOpen={isPaletteOpen} />
      <Menu label={words.menu} icon={<MenuIcon />}>
        <p class="menu-user">
          {operator.email}
          <br />
          {words.roles[operator.role] ?? operator.role}
        </p>
        <ThemeChoice legend={words.theme} names={words.themes} />
        <SignOutButton />
      </Menu>
    </header>
  );
}

function SignOutButton() {
  const { access, api } = useConsole();
  const signOut = async () => {
    try {
      await api.send(call('endSession', {}));
      access.value = { state: 'signed-out', reason: 'left' };
    } catch (error) {
      toast(wordsForFailure(error));
    }
  };
  return (
    <button type="button" onClick={() => void signOut()}>
      {words.signOut}
    </button>
  );
}
