import { useSignal } from '@preact/signals';
import type { OwnKeyRotated } from '#contract/partners/keys.ts';
import { ReadState } from '../../administration/components/read-state.tsx';
import { ActionDialog } from '../../administration/dialogs/action-dialog.tsx';
import { DialogButton } from '../../administration/dialogs/dialog-button.tsx';
import { SecretDialog } from '../../administration/dialogs/secret-dialog.tsx';
import { useRead } from '../../administration/state/use-read.ts';
import { Select } from '../../shared/components/inputs.tsx';
import { Panel } from '../../shared/components/panel.tsx';
import { toast } from '../../shared/components/toast.tsx';
import { localDate } from '../../shared/dates.ts';
import { useAccount } from '../account-context.ts';
import { call } from '../state/account-client.ts';
import { laterWords } from '../text/words.ts';
import { PasswordDialog } from './password-dialog.tsx';

/** The tenant's own key: a new one beside the previous one, or, by the password, at once. */
export function OwnKeyPart() {
  const { client } = useAccount();
  const { ownKey: text } = laterWords();
  const key = useRead(call('getOwnKey', {}));
  const shown = useSignal<string | null>(null);
  const until = key.data?.previous_key_until ?? null;
  const show = async ({ api_key: secret }: OwnKeyRotated) => {
    shown.value = secret;
    await key.refresh();
  };
  const replace = async (password: string) =>
    show(await client.send(call('replaceOwnKey', { body: { password } })));
  const endPrevious = async (password: string) => {
    await client.send(call('endOwnPreviousKey', { body: { password } }));
    toast(text.ended);
    await key.refresh();
  };
  return (
    <Panel title={text.title} note={text.note}>
      <ReadState {...key} />
      {key.data && (
        <>
          <p>
            {text.begins} <code dir="ltr">{key.data.key_prefix}…</code>
          </p>
          {until !== null && <p>{text.previousUntil(localDate(until))}</p>}
          <div class="row-actions">
            <DialogButton label={text.rotate}>
              {(close) => <RotateDialog onRotated={show} onClose={close} />}
            </DialogButton>
            {until !== null && (
              <DialogButton label={text.endPrevious}>
                {(close) => (
                  <PasswordDialog
                    title={text.endTitle}
                    body={text.endBody}
                    confirm={text.endPrevious}
                    onConfirm={endPrevious}
                    onClose={close}
                  />
                )}
              </DialogButton>
            )}
            <DialogButton label={text.replace}>
              {(close) => (
                <PasswordDialog
                  title={text.replaceTitle}
                  body={text.replaceBody}
                  confirm={text.replace}
                  onConfirm={replace}
                  onClose={close}
                />
              )}
            </DialogButton>
          </div>
        </>
      )}
      {shown.value !== null && (
        <SecretDialog
          title={text.newKey}
          note={text.newKeyNote}
          secret={shown.value}
          onClose={() => {
            shown.value = null;
          }}
        />
      )}
    </Panel>
  );
}

interface RotateDialogProps {
  readonly onRotated: (rotated: OwnKeyRotated) => Promise<void>;
  readonly onClose: () => void;
}

function RotateDialog({ onRotated, onClose }: RotateDialogProps) {
  const { client } = useAccount();
  const { ownKey: text } = laterWords();
  const overlap = useSignal<string>('86400');
  const rotate = async () => {
    const body = { overlap_seconds: Number(overlap.value) };
    await onRotated(await client.send(call('rotateOwnKey', { body })));
  };
  return (
    <ActionDialog title={text.rotateTitle} confirm={text.rotate} onConfirm={rotate} onClose={onClose}>
      <p>{text.rotateBody}</p>
      <Select
        label={text.overlap}
        options={[
          ['3600', text.hour],
          ['86400', text.day],
          ['604800', text.week],
        ]}
        value={overlap.value}
        onChange={(value) => {
          overlap.value = value;
        }}
      />
    </ActionDialog>
  );
}
