import { createTenantCall } from '../administration/state/tenant-call.ts';
import { WebhooksScreen } from '../administration/webhooks/webhooks-screen.tsx';
import { accountRoot } from './state/account-client.ts';
import { laterWords, words } from './text/words.ts';

const call = createTenantCall(accountRoot);

export function WebhooksSection() {
  const { webhooks: text } = laterWords();
  return (
    <WebhooksScreen
      call={call}
      text={text}
      title={words().sectionNames.webhooks}
      addTitle={text.add}
      mayChange
    />
  );
}
