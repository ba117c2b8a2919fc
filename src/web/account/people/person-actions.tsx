import type { HostedUserResource } from '#contract/admin.ts';
import { DialogButton } from '../../administration/dialogs/dialog-button.tsx';
import { words } from '../text/words.ts';
import { BlockSwitch } from './block-switch.tsx';
import { EraseDialog } from './erase-dialog.tsx';
import { ExportLink } from './export-link.tsx';

interface PersonActionsProps {
  readonly user: HostedUserResource;
  readonly onGone: () => void;
}

/** What is done about the data of a person who signs in. */
export function PersonActions({ user: { id, email }, onGone }: PersonActionsProps) {
  return (
    <>
      <BlockSwitch identity={id} name={email} />
      <ExportLink identity={id} />
      <DialogButton label={words().people.erase} about={email}>
        {(close) => <EraseDialog identity={id} name={email} onErased={onGone} onClose={close} />}
      </DialogButton>
    </>
  );
}
