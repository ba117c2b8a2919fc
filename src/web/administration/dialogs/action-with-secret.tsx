import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { ActionDialog } from './action-dialog.tsx';
import { SecretDialog, type ShownSecret } from './secret-dialog.tsx';

export type ShowSecret = (secret: ShownSecret) => void;

interface ActionWithSecretProps {
  readonly title: string;
  /** The words of the button that does it. */
  readonly confirm: string;
  readonly children: ComponentChildren;
  /** Calls `show` as soon as the secret is there: nothing that comes after may lose it. */
  readonly onConfirm: (show: ShowSecret) => Promise<void>;
  readonly onClose: () => void;
}

/** A question or a form, in whose place a secret is shown after success. */
export function ActionWithSecret({ onConfirm, ...asked }: ActionWithSecretProps) {
  const shown = useSignal<ShownSecret | null>(null);
  if (shown.value !== null) return <SecretDialog {...shown.value} onClose={asked.onClose} />;
  const show: ShowSecret = (secret) => {
    shown.value = secret;
  };
  return <ActionDialog {...asked} keepOpen onConfirm={() => onConfirm(show)} />;
}
