import type { Break } from '../../break.ts';

const store = 'src/adapters/postgres/turns/ended-turn-store.ts';
const reading = 'src/core/jobs/ended-turns.ts';
const operation = 'src/core/operations/live-operations.ts';
const ofStore = ['test/adapters/postgres/turns/ended-turns.test.ts'];
const ofFlow = ['test/flows/jobs/ended-turns.test.ts'];

export const endedTurnBreaks: readonly Break[] = [
  {
    rule: 'A turn has the id of its request',
    file: 'src/core/turn/admit-turn.ts',
    replace: 'turnId: options.isForeignId ? newId() : options.requestId,',
    by: 'turnId: newId(),',
    tests: ofFlow,
  },
  {
    rule: 'An id that a proxy chose is nobody’s but that of the request',
    file: 'src/core/turn/admit-turn.ts',
    replace: 'foreignRequestId: options.isForeignId ? options.requestId : null,',
    by: 'foreignRequestId: null,',
    tests: ofFlow,
  },
  {
    rule: 'A turn of an earlier release has no known request',
    file: store,
    replace: "case t.request_id when '' then t.id::text else t.request_id end",
    by: "coalesce(nullif(t.request_id, ''), t.id::text)",
    tests: ofStore,
  },
  {
    rule: 'A list of ended turns has none that wait or run',
    file: store,
    replace: '`t.finished_at is not null and t.state = any($3::text[])',
    by: '`($3::text[] is not null)',
    tests: ofStore,
  },
  {
    rule: 'A page of ended turns begins below the last one',
    file: store,
    replace: 'return id !== null && id.toLowerCase() < bound ? id : bound;',
    by: 'return bound === "" ? String(id) : bound;',
    tests: ofStore,
  },
  {
    rule: 'A turn is found by its request for its own client only',
    file: store,
    replace: "t.request_id <> '' and ($1::text is null or t.client_id",
    by: "t.request_id <> '' and ($1::text is null or true or t.client_id",
    tests: ofStore,
  },
  {
    rule: 'A turn is found by its uuid for its own client only',
    file: store,
    replace: 'where ($1::text is null or c.slug = $1)',
    by: 'where ($1::text is null or true)',
    tests: ofStore,
  },
  {
    rule: 'The failures of a client are read from an index of failures',
    file: store,
    replace: "const unanswered: readonly EndedStatus[] = ['failed', 'cancelled', 'expired'];",
    by: 'const unanswered: readonly EndedStatus[] = [];',
    tests: ofStore,
  },
  {
    rule: 'Ended turns of all clients cost one row of each client',
    file: store,
    replace: 'clientSlug === null ? ofAll : ofClient;',
    by: "clientSlug === null ? (where: string) => newest('$1::text is null and $2::text is null and ' + where) : ofClient;",
    tests: ofStore,
  },
  {
    rule: 'An ended turn shows a viewer no person',
    file: reading,
    replace: 'external_user_id: showsPeople ? row.userId : null,',
    by: 'external_user_id: showsPeople || row.id ? row.userId : null,',
    tests: ofFlow,
  },
  {
    rule: 'A viewer does not ask for the turns of a person',
    file: operation,
    replace: 'requirePeople(by);\n      if (client',
    by: 'if (client',
    tests: ofFlow,
  },
  {
    rule: 'An unknown status of a turn is refused',
    file: reading,
    replace: 'if (!isKnown) {',
    by: 'if (!isKnown && names.length > 1) {',
    tests: ofFlow,
  },
  {
    rule: 'An erasure takes the id of the request along',
    file: 'src/adapters/postgres/people/held-tables.ts',
    replace: "', idempotency_key = null, request_id = null'",
    by: "', idempotency_key = null'",
    tests: ofFlow,
  },
  {
    rule: 'A partner reads its own turns only',
    file: 'src/http/handlers/jobs.ts',
    replace: 'const reading = { clientSlug: caller.client.slug, userId,',
    by: 'const reading = { clientSlug: userId === null ? null : caller.client.slug, userId,',
    tests: ofFlow,
  },
  {
    rule: 'An administrator reads the turns of the own tenant only',
    file: 'src/http/handlers/account/account-people.ts',
    replace: 'const reading = { clientSlug: caller.client.slug, userId,',
    by: 'const reading = { clientSlug: userId === null ? null : caller.client.slug, userId,',
    tests: ofFlow,
  },
  {
    rule: 'Failures are counted by their codes',
    file: 'src/core/operations/overview-operations.ts',
    replace: 'for (const code of codes) counts.set(code,',
    by: 'for (const code of codes.slice(1)) counts.set(code,',
    tests: ['test/flows/console/screens.test.ts'],
  },
  {
    rule: 'Refusals stand beside the partner that met them',
    file: 'src/adapters/postgres/numbers/stored-numbers.ts',
    replace: 'from refusal_minutes r join clients c on c.id = r.client_id',
    by: 'from refusal_minutes r join clients c on c.id <> r.client_id',
    tests: ['test/flows/console/screens.test.ts'],
  },
  {
    rule: 'The console finds a question by its reference, however it ended',
    file: 'src/web/console/failures/failures-screen.tsx',
    replace: 'request_id: request,',
    by: "request_id: '',",
    tests: ['test/screens/console-flows.test.ts'],
  },
  {
    rule: 'The page of an end user shows the last questions of that user',
    file: 'src/web/console/partners/end-users/user-turns.tsx',
    replace: 'external_user_id: identity,',
    by: "external_user_id: '-',",
    tests: ['test/screens/console-flows.test.ts'],
  },
  {
    rule: 'The address of the failures is a page of the console',
    file: 'src/http/handlers/console/page.ts',
    replace: "  '/failures',\n",
    by: '',
    tests: ['test/screens/console-flows.test.ts'],
  },
  {
    rule: 'A NUL in a filter of ended turns is refused before the database refuses it',
    file: 'src/contract/endpoints/job-endpoints.ts',
    replace: ' pattern: withoutNul,',
    by: '',
    tests: ofFlow,
  },
];
