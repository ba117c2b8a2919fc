import { useSignal } from '@preact/signals';
import { type SubscriptionStatus, subscriptionStatuses } from '#contract/closed-sets.ts';
import { ActionWithSecret, type ShowSecret } from '../../../administration/dialogs/action-with-secret.tsx';
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
  const made = useSignal<string | null>(null);
  const create = async (show: ShowSecret) => {
    const body = {
      slug: slug.value.trim(),
      ...(name.value.trim() === '' ? {} : { name: name.value.trim() }),
      subscription_status: status.value,
    };
    const { api_key: secret, client } = await api.send(call('createClient', { body }));
    made.value = client.slug;
    show({ title: text.keyTitle(client.slug), note: words.secret.body, secret });
  };
  const close = () => {
    onClose();
    if (made.value !== null) goTo(route, addressOf('partners', made.value));
  };
  return (
    <ActionWithSecret
      title={text.createTitle}
      confirm={text.createConfirm}
      onConfirm={create}
      onClose={close}
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
    </ActionWithSecret>
  );
}
