import { useSignal } from '@preact/signals';
import { localMoment } from '../shared/dates.ts';
import { useConsole } from './console-context.ts';
import { PageHeader } from './page-header.tsx';
import { PalettePlace } from './palette/palette-place.tsx';
import { SectionLinks } from './section-links.tsx';
import { sectionScreens } from './section-screens.ts';
import { useSession } from './state/use-session.ts';
import { words } from './text/words.ts';

/** Everything around a screen. */
export function Shell() {
  const { section } = useConsole().route.value;
  const Screen = sectionScreens[section];
  const isPaletteOpen = useSignal(false);
  return (
    <>
      <PageHeader isPaletteOpen={isPaletteOpen} />
      <div class="columns">
        <SectionLinks />
        <main>
          <LinkNotice />
          <PalettePlace isOpen={isPaletteOpen} />
          <Screen key={section} />
        </main>
      </div>
    </>
  );
}

/** A session by link is short and limited; a passkey replaces it. */
function LinkNotice() {
  const { access } = useConsole();
  const session = useSession();
  if (session.session.kind !== 'link') return null;
  return (
    <div class="notice" role="note">
      <p>{words.linkSession(localMoment(session.session.expires_at))}</p>
      <button
        type="button"
        class="button small"
        onClick={() => {
          access.value = { state: 'registering', session };
        }}
      >
        {words.addPasskey}
      </button>
    </div>
  );
}
