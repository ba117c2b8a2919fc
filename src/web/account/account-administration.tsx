import type { Administration, SectionProps } from '../administration/state/administration.ts';
import type { Account } from './state/account.ts';
import { leave } from './state/leave.ts';
import { endsSession, wordsForFailure } from './state/words-for-failure.ts';
import { words } from './text/words.ts';

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
    Section,
    namesRows: false,
  };
}

/** The heading of the page names it already. */
function Section({ note, tools, children }: SectionProps) {
  return (
    <>
      <div class="section-tools">
        {note && <p class="note">{note}</p>}
        {tools}
      </div>
      <div class="panel">{children}</div>
    </>
  );
}
