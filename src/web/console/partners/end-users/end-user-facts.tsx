import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { EndUser } from '#contract/console/end-user.ts';
import { quotaDimensions } from '#contract/quota.ts';
import { Badge } from '../../../administration/components/badge.tsx';
import { ReadState } from '../../../administration/components/read-state.tsx';
import { useRead } from '../../../administration/state/use-read.ts';
import { dimensionNames } from '../../../shared/text/dimension-names.ts';
import { Ago } from '../../components/ago.tsx';
import { Facts } from '../../components/facts.tsx';
import { count } from '../../components/format.ts';
import { call } from '../../state/call.ts';
import { EndUserActions } from './end-user-actions.tsx';
import { endUserWords as text } from './end-user-words.ts';
import { UserTurns } from './user-turns.tsx';

interface EndUserFactsProps {
  readonly slug: string;
  readonly identity: string;
}

/** An end user in figures. While an erasure runs they are read again, until it has ended. */
export function EndUserFacts({ slug, identity }: EndUserFactsProps) {
  const follows = useSignal(false);
  const isErased = useSignal(false);
  const query = { external_user_id: identity };
  const reading = useRead(
    call('getEndUser', { params: { slug }, query }),
    follows.value ? { everySeconds: 2 } : {},
  );
  const user = reading.data;
  useEffect(() => {
    follows.value = user?.erasing ?? false;
  }, [user]);
  return (
    <section class="end-user" aria-live="polite">
      <ReadState {...reading} />
      {user !== null && (
        <>
          <h3 class="item-name">
            <code class="breaking" dir="auto">
              {user.external_user_id}
            </code>{' '}
            <Standing user={user} />
          </h3>
          {isErased.value && <p role="status">{user.erasing ? text.eraseRuns : text.erased}</p>}
          {!isErased.value && isUnknown(user) && <p class="note">{text.unknown}</p>}
          <Facts facts={factsOf(user)} />
          <EndUserActions
            slug={slug}
            user={user}
            query={query}
            refresh={reading.refresh}
            onErased={() => {
              isErased.value = true;
            }}
          />
          <UserTurns slug={slug} identity={user.external_user_id} />
        </>
      )}
    </section>
  );
}

function Standing({ user: { erasing, blocked_at: since } }: { readonly user: EndUser }) {
  if (erasing) return <Badge tone="warning">{text.erasing}</Badge>;
  return since === null ? null : <Badge tone="danger">{text.blocked}</Badge>;
}

function isUnknown({ conversations, blocked_at: since, today }: EndUser): boolean {
  return conversations.count === 0 && since === null && quotaDimensions.every((name) => today[name] === 0);
}

function factsOf({ today, conversations, last_message_at: at }: EndUser) {
  const counted = count(conversations.count);
  return [
    ...quotaDimensions.map((name) => [text.usedToday(dimensionNames[name]), count(today[name])] as const),
    [text.conversations, conversations.more ? text.orMore(counted) : counted] as const,
    [text.lastMessage, at === null ? text.never : <Ago at={at} />] as const,
  ];
}
