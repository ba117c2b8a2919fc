import type { Break } from '../../break.ts';

const windows = ['test/core/webhooks/delivery-windows.test.ts'];
const courier = ['test/core/webhooks/webhook-courier.test.ts'];
const claims = ['test/adapters/postgres/events/delivery-store.test.ts'];
const functions = 'database/functions/11-webhooks.sql';

export const deliveryWindowBreaks: readonly Break[] = [
  {
    rule: 'An endpoint that answers takes one more delivery at a time',
    file: 'src/core/webhooks/delivery-windows.ts',
    replace: 'Math.min(known + 1, this.#most)',
    by: 'Math.min(known, this.#most)',
    tests: windows,
  },
  {
    rule: 'An endpoint never takes more than the most',
    file: 'src/core/webhooks/delivery-windows.ts',
    replace: 'Math.min(known + 1, this.#most)',
    by: 'known + 1',
    tests: windows,
  },
  {
    rule: 'An endpoint that answers slowly is sent no more at a time',
    file: 'src/core/webhooks/delivery-windows.ts',
    replace: 'if (tookMs > quickMs) return;',
    by: '',
    tests: windows,
  },
  {
    rule: 'An endpoint that fails is sent few at a time again',
    file: 'src/core/webhooks/webhook-courier.ts',
    replace: 'else this.#windows.failed(id);',
    by: '',
    tests: courier,
  },
  {
    rule: 'A delivery is dated by the clock of the database',
    file: 'src/core/webhooks/webhook-courier.ts',
    replace: 'const at = delivery.claimedAt;',
    by: 'const at = new Date();',
    tests: courier,
  },
  {
    rule: 'An endpoint that has grown is claimed for beyond what others take',
    file: functions,
    replace: 'coalesce(g.most, p_each) as most',
    by: 'p_each as most',
    tests: claims,
  },
  {
    rule: 'A client has the share that its largest endpoint takes',
    file: functions,
    replace: 'greatest(p_share, max(g.most) over (partition by w.client_id)) as share',
    by: 'p_share as share',
    tests: claims,
  },
  {
    rule: 'A client with many grown endpoints leaves tries to others',
    file: functions,
    replace: 'max(g.most)',
    by: 'sum(g.most)',
    tests: claims,
  },
  {
    rule: 'A client gets another try only while as many places are free',
    file: functions,
    replace: 'and due.place <= p_count - due.nth + 1',
    by: 'and due.nth <= p_count',
    tests: ['test/adapters/postgres/events/delivery-crowd.test.ts'],
  },
  {
    rule: 'Two clients whose endpoints hang leave tries to a third',
    file: functions,
    replace: 'and due.place <= p_count - due.nth + 1',
    by: 'and due.nth <= p_count',
    tests: ['test/flows/events/crowded-deliveries.test.ts'],
  },
];
