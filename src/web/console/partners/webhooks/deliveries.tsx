import type { WebhookDelivery } from '#contract/webhooks.ts';
import { Problem } from '../../../shared/components/problem.tsx';
import { toast } from '../../../shared/components/toast.tsx';
import { Ago } from '../../components/ago.tsx';
import { Badge, type Tone } from '../../../administration/components/badge.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { count } from '../../components/format.ts';
import { MoreButton } from '../../../administration/components/more-button.tsx';
import { PlainButton } from '../../../administration/components/plain-button.tsx';
import { ListState } from '../../../administration/components/read-state.tsx';
import { useConsole } from '../../console-context.ts';
import { call } from '../../state/call.ts';
import { useAction } from '../../../administration/state/use-action.ts';
import { useList } from '../../../administration/state/use-list.ts';
import { useMay } from '../../state/use-session.ts';
import { words } from '../../text/words.ts';
import { webhookWords as text } from './webhook-words.ts';

const tones: Record<WebhookDelivery['state'], Tone> = {
  pending: 'plain',
  delivered: 'accent',
  failed: 'danger',
};

interface DeliveriesProps {
  readonly params: { readonly slug: string; readonly webhook: string };
}

/** What was sent to a webhook, newest first. */
export function Deliveries({ params }: DeliveriesProps) {
  const list = useList(call('listClientWebhookDeliveries', { params }), (delivery) => delivery.event_id, {
    everySeconds: 10,
  });
  const { api } = useConsole();
  const may = useMay();
  const { busy, problem, run } = useAction();
  const retry = async (event: string) => {
    await api.send(call('retryClientWebhookDelivery', { params: { ...params, event } }));
    toast(text.retried);
    await list.refresh();
  };
  return (
    <div class="stack">
      <ListState list={list} empty={text.noDeliveries} />
      {list.items !== null && list.items.length > 0 && (
        <DataTable
          label={text.deliveries}
          rows={list.items}
          keyOf={(delivery) => delivery.event_id}
          columns={[
            { name: text.event, show: ({ type }) => <code>{type}</code> },
            { name: text.at, show: ({ created_at: at }) => <Ago at={at} /> },
            {
              name: text.state,
              show: ({ state }) => <Badge tone={tones[state]}>{text.states[state]}</Badge>,
            },
            { name: text.tries, number: true, spare: true, show: ({ attempts }) => count(attempts) },
            {
              name: text.answer,
              spare: true,
              show: ({ last_status: status, last_error: error }) => status ?? error ?? words.unknown,
            },
            {
              name: text.action,
              show: (delivery) =>
                delivery.state === 'failed' &&
                may('retryClientWebhookDelivery') && (
                  <PlainButton
                    label={text.retry}
                    about={delivery.event_id}
                    disabled={busy.value}
                    onClick={() => void run(() => retry(delivery.event_id))}
                  />
                ),
            },
          ]}
        />
      )}
      <Problem text={problem.value} />
      <MoreButton {...list} />
    </div>
  );
}
