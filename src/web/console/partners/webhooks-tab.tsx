import { webhooks } from '#locales/en/account/webhooks.ts';
import type { WebhookWords } from '../../administration/webhooks/webhooks-props.ts';
import { WebhooksScreen } from '../../administration/webhooks/webhooks-screen.tsx';
import { partnerCall } from '../state/partner-call.ts';
import { useMay } from '../state/use-session.ts';
import { partnerWords } from './partner-words.ts';
import type { TabProps } from './tab-props.ts';

/** An operator speaks of the partner's addresses, not of the reader's own. */
const text: WebhookWords = {
  ...webhooks,
  note: 'Public https addresses that events are sent to, each with a signature. Events never contain texts.',
  add: 'Add webhook',
  types: 'Events (separated by commas)',
  typesHelp: 'Empty: all.',
  description: 'Description',
  empty: 'No address receives events yet.',
  test: 'Send test',
  disableTitle: 'Disable this webhook?',
  replay: 'Replay missed',
  rotateTitle: 'Rotate the signing secret?',
  rotateBody: 'Both secrets sign for a day, so that the receiver can switch to the new one.',
  removeTitle: 'Delete this webhook?',
  secretTitle: 'Signing secret',
  secretBody: 'The receiver verifies signatures with it. It is shown only once.',
  retry: 'Send again',
};

export function WebhooksTab({ overview }: TabProps) {
  const may = useMay();
  if (!may('listClientWebhooks')) return <p class="empty">{partnerWords.webhooksHidden}</p>;
  return (
    <WebhooksScreen
      call={partnerCall(overview.client.slug)}
      text={text}
      title={partnerWords.tabs.webhooks}
      addTitle={partnerWords.newWebhook}
      mayChange={may('updateClientWebhook')}
    />
  );
}
