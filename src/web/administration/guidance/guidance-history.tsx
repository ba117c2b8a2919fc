import type { GuidanceVersion } from '#contract/partners/guidance.ts';
import { Panel } from '../../shared/components/panel.tsx';
import { toast } from '../../shared/components/toast.tsx';
import { localDate } from '../../shared/dates.ts';
import { formatNumber } from '../../shared/text/format.ts';
import { Badge } from '../components/badge.tsx';
import { AskButton } from '../dialogs/ask-button.tsx';
import { useAdministration } from '../state/administration.ts';
import type { GuidanceOfAgentProps } from './guidance-props.ts';

/** The last versions, each of which can be published again. */
export function GuidanceHistory(props: GuidanceOfAgentProps) {
  const { text, guidance } = props;
  return (
    <Panel title={text.history}>
      {guidance.versions.length === 0 && <p class="empty">{text.empty}</p>}
      <ul class="items">
        {guidance.versions.map((version) => (
          <VersionItem key={version.version} {...props} shown={version} />
        ))}
      </ul>
    </Panel>
  );
}

interface VersionItemProps extends GuidanceOfAgentProps {
  readonly shown: GuidanceVersion;
}

function VersionItem({ shown, ...props }: VersionItemProps) {
  const { text, guidance, authorOf, mayChange } = props;
  const name = text.version(formatNumber(shown.version));
  const isInUse = guidance.published?.version === shown.version;
  const facts = [localDate(shown.published_at), authorOf(shown.by)].filter((fact) => fact !== '');
  return (
    <li class="item">
      <p class="item-name">
        <span dir="auto">{name}</span> {isInUse && <Badge tone="accent">{text.inUse}</Badge>}
      </p>
      <p class="note" dir="auto">
        {facts.join(' · ')}
      </p>
      <details>
        <summary>{text.show}</summary>
        <p class="guidance-text" dir="auto">
          {shown.text}
        </p>
      </details>
      {mayChange && (
        <div class="row-actions">
          {isInUse ? <TakeBack {...props} about={name} /> : <Again {...props} shown={shown} about={name} />}
        </div>
      )}
    </li>
  );
}

interface ActionProps extends GuidanceOfAgentProps {
  readonly about: string;
}

function Again({ call, text, agent, onChanged, shown: { version }, about }: ActionProps & VersionItemProps) {
  const { api } = useAdministration();
  const again = async () => {
    onChanged(await api.send(call('publishGuidance', { params: { agent }, body: { version } })));
    toast(text.published);
  };
  return (
    <AskButton
      label={text.again}
      about={about}
      title={text.againTitle(formatNumber(version))}
      onConfirm={again}
    >
      {text.againBody}
    </AskButton>
  );
}

function TakeBack({ call, text, agent, guidance: { draft }, onChanged, about }: ActionProps) {
  const { api } = useAdministration();
  const params = { agent };
  const write = (written: string) => api.send(call('updateGuidance', { params, body: { text: written } }));
  // An empty draft publishes none; then the draft is what it was.
  const takeBack = async () => {
    await write('');
    let now = await api.send(call('publishGuidance', { params, body: {} }));
    try {
      if (draft !== null && draft.text !== '') now = await write(draft.text);
    } finally {
      onChanged(now);
    }
    toast(text.takenBack);
  };
  return (
    <AskButton label={text.takeBack} about={about} title={text.takeBackTitle} onConfirm={takeBack}>
      {text.takeBackBody}
    </AskButton>
  );
}
