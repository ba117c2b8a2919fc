import { useSignal } from '@preact/signals';
import { ActionWithSecret, type ShowSecret } from '../../../administration/dialogs/action-with-secret.tsx';
import { AskButton } from '../../../administration/dialogs/ask-button.tsx';
import { DialogButton } from '../../../administration/dialogs/dialog-button.tsx';
import { Select } from '../../../shared/components/inputs.tsx';
import { Panel } from '../../../shared/components/panel.tsx';
import { localDate } from '../../../shared/dates.ts';
import { Facts } from '../../components/facts.tsx';
import { useConsole } from '../../console-context.ts';
import { call } from '../../state/call.ts';
import { useMay } from '../../state/use-session.ts';
import { words } from '../../text/words.ts';
import { partnerWords as text } from '../partner-words.ts';
import type { TabProps } from '../tab-props.ts';
import { AccessPanel } from './access-panel.tsx';
import { HandoffPanel } from './handoff-panel.tsx';

export function KeyTab(props: TabProps) {
  const { client } = props.overview;
  return (
    <>
      <Panel
        title={text.key}
        tools={
          <>
            <EndPreviousKey {...props} />
            <RotateKey {...props} />
          </>
        }
      >
        <Facts
          facts={[
            [text.keyPrefix, <code key="prefix">{client.key_prefix}…</code>],
            ...(client.previous_key_until === null
              ? []
              : [[text.previousUntil, localDate(client.previous_key_until)] as const]),
            [text.scopes, client.scopes.join(', ')],
            [text.ratings, client.conversations_private ? text.ratingsPrivate : text.ratingsOpen],
          ]}
        />
        <p class="note">{text.scopesHelp}</p>
      </Panel>
      <HandoffPanel {...props} />
      <AccessPanel {...props} />
    </>
  );
}

function EndPreviousKey({ overview: { client }, refresh }: TabProps) {
  const { api } = useConsole();
  const may = useMay();
  if (client.previous_key_until === null || !may('endPreviousKey')) return null;
  const end = async () => {
    await api.send(call('endPreviousKey', { params: { slug: client.slug } }));
    await refresh();
  };
  return (
    <AskButton label={text.endPrevious} title={text.endPreviousTitle} danger onConfirm={end}>
      {text.endPreviousBody(client.slug)}
    </AskButton>
  );
}

function RotateKey({ overview, refresh }: TabProps) {
  const { api } = useConsole();
  const may = useMay();
  const overlap = useSignal<string>('0');
  const { slug } = overview.client;
  const rotate = async (show: ShowSecret) => {
    const body = { overlap_seconds: Number(overlap.value) };
    const { api_key: secret } = await api.send(call('rotateKey', { params: { slug }, body }));
    show({ title: text.keyTitle(slug), note: words.secret.body, secret });
    await refresh();
  };
  if (!may('rotateKey')) return null;
  return (
    <DialogButton label={text.rotate}>
      {(close) => (
        <ActionWithSecret title={text.rotateTitle} confirm={text.rotate} onConfirm={rotate} onClose={close}>
          <p>{text.rotateBody(slug)}</p>
          <Select
            label={text.overlap}
            options={text.overlaps}
            value={overlap.value}
            onChange={(value) => {
              overlap.value = value;
            }}
          />
        </ActionWithSecret>
      )}
    </DialogButton>
  );
}
