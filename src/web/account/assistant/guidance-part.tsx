import { GuidanceScreen } from '../../administration/guidance/guidance-screen.tsx';
import { createTenantCall } from '../../administration/state/tenant-call.ts';
import { Panel } from '../../shared/components/panel.tsx';
import { useAccount } from '../account-context.ts';
import { accountRoot } from '../state/account-client.ts';
import { laterWords } from '../text/words.ts';
import { TryGuidance } from './try-guidance.tsx';

const call = createTenantCall(accountRoot);

/** The tenant's own instructions for its assistants. */
export function GuidancePart() {
  const { data, users } = useAccount();
  const { guidance: text } = laterWords();
  const authorOf = (by: string | null) => {
    if (by === null || by === 'operator') return by === null ? '' : text.operator;
    if (by.startsWith('key:')) return text.key;
    return users.value.find(({ id }) => id === by)?.email ?? by;
  };
  return (
    <GuidanceScreen
      call={call}
      text={text}
      agents={data.agents}
      mayChange
      authorOf={authorOf}
      tryWith={(agent, saveDraft) => {
        if (data.chatUrl === null) return null;
        if (agent === data.agents[0]?.slug) return <TryGuidance saveDraft={saveDraft} />;
        return <Panel title={text.tryIt} note={text.otherAgent} />;
      }}
    />
  );
}
