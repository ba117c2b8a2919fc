import type { Break } from '../../break.ts';

const addresses = 'src/core/webhooks/webhook-addresses.ts';
const sender = 'src/adapters/webhooks/webhook-sender.ts';
const functions = 'database/functions/11-webhooks.sql';
const spellings = ['test/core/webhooks/webhook-addresses.test.ts'];
const hostile = ['test/adapters/webhooks/webhook-sender.test.ts'];
const attempts = ['test/core/webhooks/decide-attempt.test.ts'];
const signatures = ['test/core/webhooks/webhook-secrets.test.ts'];
const flow = ['test/flows/events/webhooks.test.ts'];
const deliveries = ['test/flows/events/deliveries.test.ts'];
const courier = ['test/core/webhooks/webhook-courier.test.ts'];
const claims = ['test/adapters/postgres/events/delivery-store.test.ts'];

export const webhookBreaks: readonly Break[] = [
  {
    rule: 'A refused address of an inner network names the setting that would allow it',
    file: addresses,
    replace: 'with PARLEY_WEBHOOK_NETWORKS, such as',
    by: 'such as',
    tests: spellings,
  },
  {
    rule: 'No address of an inner network is an endpoint',
    file: addresses,
    replace: 'return isIP(address) !== 0 && !special.has(address);',
    by: 'return isIP(address) !== 0;',
    tests: spellings,
  },
  {
    rule: 'An IPv6 address that carries an IPv4 address is judged as that one',
    file: addresses,
    replace: 'const plain = carriedIPv4(address) ?? address;',
    by: 'const plain = address;',
    tests: spellings,
  },
  {
    rule: 'The service is no endpoint of its own',
    file: addresses,
    replace:
      'if (isBelow(name, this.#own.hostname) && !(isLocal && url.port !== this.#own.port)) return false;',
    by: '',
    tests: spellings,
  },
  {
    rule: 'An endpoint has no user and no password',
    file: addresses,
    replace: "if (url.username !== '' || url.password !== '') {",
    by: 'if (false) {',
    tests: spellings,
  },
  {
    rule: 'A name is judged by the addresses that are connected to',
    file: sender,
    replace: 'const allowed = found.filter(({ address }) => addresses.allows(address, url));',
    by: 'const allowed = found;',
    tests: hostile,
  },
  {
    rule: 'The address of an endpoint is judged at each try',
    file: sender,
    replace: 'const url = options.addresses.check(text);',
    by: 'const url = new URL(text);',
    tests: hostile,
  },
  {
    rule: 'An exchange has a time limit as a whole',
    file: sender,
    replace: 'const over = AbortSignal.any([signal, AbortSignal.timeout(exchangeMs)]);',
    by: 'const over = AbortSignal.any([signal, AbortSignal.timeout(exchangeMs * 1000)]);',
    tests: hostile,
  },
  {
    rule: 'A reply is read up to 16 KiB',
    file: sender,
    replace: 'if (bytes >= replyBytes) break;',
    by: '',
    tests: hostile,
  },
  {
    rule: 'Retry-After is obeyed within twice the step',
    file: 'src/core/webhooks/decide-attempt.ts',
    replace: 'const asked = Math.min(retryAfterSeconds ?? 0, 2 * next);',
    by: 'const asked = retryAfterSeconds ?? 0;',
    tests: attempts,
  },
  {
    rule: 'Tries are spread over a fifth of the step',
    file: 'src/core/webhooks/decide-attempt.ts',
    replace: 'const spread = 0.2;',
    by: 'const spread = 0;',
    tests: attempts,
  },
  {
    rule: 'A signature covers the id and the time',
    file: 'src/core/webhooks/sign-delivery.ts',
    replace: '.update(content)',
    by: ".update(content.slice(content.indexOf('{')))",
    tests: signatures,
  },
  {
    rule: 'An endpoint keeps the secret of the master secret before',
    file: 'src/core/webhooks/webhook-secrets.ts',
    replace: 'const older = previous === null ? [] : [[nameOf(previous), previous] as const];',
    by: 'const older: (readonly [string, string])[] = [];',
    tests: signatures,
  },
  {
    rule: 'Both secrets sign until the overlap is over',
    file: 'src/core/webhooks/webhook-courier.ts',
    replace: '[secret, ...previousSecrets.filter(({ until }) => until > at)]',
    by: '[secret]',
    tests: flow,
  },
  {
    rule: 'An endpoint takes 4 deliveries at a time',
    file: 'src/core/webhooks/webhook-courier.ts',
    replace: 'const perEndpoint = 4;',
    by: 'const perEndpoint = 6;',
    tests: deliveries,
  },
  {
    rule: 'An endpoint that answers 410 is disabled',
    file: 'src/core/webhooks/decide-attempt.ts',
    replace: "if (status === 410) return { kind: 'gone' };",
    by: '',
    tests: deliveries,
  },
  {
    rule: 'An endpoint is disabled only after failing for days and often',
    file: functions,
    replace: 'w.failures < p_tries or w.failing_since > now() - make_interval(days => p_days)',
    by: 'w.failures < p_tries and w.failing_since > now() - make_interval(days => p_days)',
    tests: deliveries,
  },
  {
    rule: 'A success ends a row of failures',
    file: functions,
    replace:
      'update webhooks set failing_since = null, failures = 0\n      where client_id = p_client and id = p_webhook and failing_since is not null;',
    by: '',
    tests: deliveries,
  },
  {
    rule: 'A client has ten endpoints at most',
    file: 'src/core/administration/manage-webhooks.ts',
    replace: '>= limits.webhooks) throw',
    by: '> limits.webhooks) throw',
    tests: flow,
  },
  {
    rule: 'A try whose process died is made again',
    file: functions,
    replace: 'due_at = now() + p_lease_time, attempts = d.attempts + 1',
    by: 'due_at = null, attempts = d.attempts + 1',
    tests: deliveries,
  },
  {
    rule: 'Clients are delivered to in turn',
    file: functions,
    replace: 'over (order by p.place, p.due_at)',
    by: 'over (order by p.due_at)',
    tests: claims,
  },
  {
    rule: 'A replay ends now by the clock that dated the events',
    file: 'src/core/administration/manage-deliveries.ts',
    replace: "until === undefined ? null : momentIn(until, '/until')",
    by: "until === undefined ? new Date() : momentIn(until, '/until')",
    tests: claims,
  },
  {
    rule: 'An event that is stored while deliveries are claimed is sent as soon as the others',
    file: 'src/adapters/postgres/webhooks/delivery-store.ts',
    replace: "select * from take_due_deliveries($1, $2, $3, $4, $5 * interval '1 ms', $6, $7)",
    by: `select d.*, w.url, w.generation, w.secret_key, w.previous_secrets, e.id, e.type, e.external_user_id, e.data, e.created_at, now() as claimed_at from claim_due_deliveries($1, $2, $3, $4, $5 * interval '1 ms', $6, $7) d join webhooks w on w.id = d.webhook_id join events e on e.id = d.event_id`,
    tests: claims,
  },
  {
    rule: 'A client has a share of the deliveries under way',
    file: functions,
    replace: 'where p.place <= p.share',
    by: '',
    tests: claims,
  },
  {
    rule: 'Deliveries of a revoked client wait',
    file: functions,
    replace: 'join clients c on c.id = w.client_id and c.enabled',
    by: 'join clients c on c.id = w.client_id',
    tests: claims,
  },
  {
    rule: 'A retry leaves a try alone that is under way',
    file: 'src/adapters/postgres/webhooks/webhook-store.ts',
    replace: ' and (lease_id is null or due_at <= now())`',
    by: '`',
    tests: claims,
  },
  {
    rule: 'An endpoint is sent nothing from before it existed',
    file: functions,
    replace: ' and w.created_at <= s.created_at',
    by: '',
    tests: claims,
  },
  {
    rule: 'Nothing is sent about a user who is being erased',
    file: functions,
    replace: 'where r.client_id = s.client_id and r.external_user_id = s.external_user_id',
    by: 'where false',
    tests: claims,
  },
  {
    rule: 'Waiting for a disabled endpoint is no delay',
    file: 'src/adapters/postgres/numbers/stored-numbers.ts',
    replace: 'w.id = d.webhook_id and w.enabled',
    by: 'w.id = d.webhook_id',
    tests: ['test/adapters/postgres/numbers/stored-numbers.test.ts'],
  },
  {
    rule: 'A search for a name ends with its try',
    file: 'src/adapters/webhooks/resolve-name.ts',
    replace: "signal.addEventListener('abort', cancel, { once: true });",
    by: '',
    tests: hostile,
  },
  {
    rule: 'Tries that end do not put off the next claim',
    file: 'src/core/webhooks/webhook-courier.ts',
    replace: ' || (this.#timer !== null && this.#claimsAt <= at)',
    by: '',
    tests: courier,
  },
  {
    rule: 'A missing master secret is no failure of the receiver',
    file: 'src/core/webhooks/webhook-courier.ts',
    replace: 'if (secrets.length === 0) return this.#putOff(delivery);',
    by: '',
    tests: courier,
  },
  {
    rule: 'A second rotation ends no overlap',
    file: 'src/adapters/postgres/webhooks/webhook-store.ts',
    replace: 'JSON.stringify(previousSecrets.slice(-3))',
    by: "'[]'",
    tests: flow,
  },
];
