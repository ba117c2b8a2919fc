import { useSignal } from '@preact/signals';
import type { AdminClient } from '#contract/admin.ts';
import { type SubscriptionStatus, subscriptionStatuses } from '#contract/closed-sets.ts';
import { ActionDialog } from '../../../administration/dialogs/action-dialog.tsx';
import { SecretDialog } from '../../../administration/dialogs/secret-dialog.tsx';
import { Select, TextInput } from '../../../shared/components/inputs.tsx';
import { useConsole } from '../../console-context.ts';
import { call } from '../../state/call.ts';
import { addressOf, goTo } from '../../state/route.ts';
import { words } from '../../text/words.ts';
import { partnerWords as text } from '../partner-words.ts';

/** Creates a partner, and shows its key once. Then its page opens. */
export function CreatePartner({ onClose }: { readonly onClose: () => void }) {
  const { api, route } = useConsole();
  const [slug, name] = [useSignal(''), useSignal('')];
  const status = useSignal<SubscriptionStatus>('trial');
  const made = useSignal<{ api_key: string; client: AdminClient } | null>(null);
  const create = async () => {
    const body = {
      slug: slug.value.trim(),
      ...(name.value.trim() === '' ? {} : { name: name.value.trim() }),
      subscription_status: status.value,
    };
    made.value = await api.send(call('createClient', { body }));
  };
  if (made.value !== null) {
    const { api_key: key, client } = made.value;
    const open = () => {
      onClose();
      goTo(route, addressOf('partners', client.slug));
    };
    return (
      <SecretDialog title={text.keyTitle(client.slug)} note={words.secret.body} secret={key} onClose={open} />
    );
  }
  return (
    <ActionDialog
      title={text.createTitle}
      confirm={text.createConfirm}
      keepOpen
      onConfirm={create}
      // The form also closes when the key takes its place.
      onClose={() => made.peek() === null && onClose()}
    >
      <TextInput label={text.slug} value={slug} required maxLength={63} />
      <p class="note">{text.slugHelp}</p>
      <TextInput label={text.name} value={name} maxLength={100} />
      <Select
        label={text.status}
        options={subscriptionStatuses.map((each) => [each, text.statuses[each]] as const)}
        value={status.value}
        onChange={(value) => {
          status.value = value;
        }}
      />
    </ActionDialog>
  );
}
