import { guidance } from '#locales/en/account/guidance.ts';
import type { GuidanceWords } from '../../administration/guidance/guidance-props.ts';
import { GuidanceScreen } from '../../administration/guidance/guidance-screen.tsx';
import { actorName } from '../components/actor-name.ts';
import { partnerCall } from '../state/partner-call.ts';
import { useMay } from '../state/use-session.ts';
import type { TabProps } from './tab-props.ts';

/** An operator speaks of the partner's instructions, not of the reader's own. */
const text: GuidanceWords = {
  ...guidance,
  note: 'The partner’s own instructions, which follow those of the agent in each of its questions. With the scope guidance, the partner changes them itself.',
  agent: 'Agent',
  publishBody: 'It applies to every question of the partner from now on.',
  publishNone: 'The draft is empty: from now on, the agent has only its own instructions.',
  none: 'Nothing is published: the agent has only its own instructions.',
  takeBackBody:
    'From the next question on, the agent has only its own instructions. The draft and all versions stay.',
};

export function GuidanceTab({ overview: { client, agents } }: TabProps) {
  const may = useMay();
  return (
    <GuidanceScreen
      call={partnerCall(client.slug)}
      text={text}
      agents={[...agents].sort((one, other) => Number(other.default) - Number(one.default))}
      mayChange={may('updateClientGuidance')}
      authorOf={(by) => (by === null ? '' : actorName(by, null))}
    />
  );
}
