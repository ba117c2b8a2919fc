import type { Administration } from '../../administration/state/administration.ts';
import { PlainSection } from '../components/plain-section.tsx';
import { words } from '../text/words.ts';
import type { Account } from './account.ts';
import { leave } from './leave.ts';
import { endsSession, wordsForFailure } from './words-for-failure.ts';

/** A session that ended leads to sign-in. */
export function accountAdministration({ client }: Account): Administration {
  return {
    api: client,
    tell: (error) => {
      if (endsSession(error)) leave();
      return wordsForFailure(error);
    },
    words: () => {
      const { cancel, saved, more, refresh, close } = words();
      return { cancel, saved, more, refresh, done: close };
    },
    Section: PlainSection,
    namesRows: false,
  };
}
