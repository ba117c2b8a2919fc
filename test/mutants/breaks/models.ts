import type { Break } from '../break.ts';

const chooseModel = 'src/core/models/choose-model.ts';
const chooseModelTest = ['test/core/models/choose-model.test.ts'];
const failoverTest = ['test/core/models/failover.test.ts'];
const vendorTest = ['test/adapters/models/vendor-clients.test.ts'];

const titleWriter = 'src/core/turn/title-writer.ts';
const titlesTest = ['test/flows/hosted/titles.test.ts'];

export const modelBreaks: readonly Break[] = [
  {
    rule: 'A prompt goes to no model that was not chosen or listed as a fallback',
    file: chooseModel,
    replace: 'for (const candidate of [chosen, ...resolveAll(choice.fallback, usable)]) {',
    by: 'for (const candidate of [chosen, ...resolveAll(choice.fallback, usable), ...resolveAll(wanted, usable)]) {',
    tests: chooseModelTest,
  },
  {
    rule: 'A fallback is asked only where the client may use its provider',
    file: chooseModel,
    replace: 'resolveAll(choice.fallback, usable)',
    by: 'resolveAll(choice.fallback, choice.providers)',
    tests: chooseModelTest,
  },
  {
    rule: 'A Deep Dive is not weakened by the client’s model',
    file: chooseModel,
    replace: `    choice.deepDive ? choice.agentDeepDiveModel : null,
    choice.clientModel,`,
    by: `    choice.clientModel,
    choice.deepDive ? choice.agentDeepDiveModel : null,`,
    tests: chooseModelTest,
  },
  {
    rule: 'An error that is the request’s own does not move the prompt to another model',
    file: 'src/core/models/call-model.ts',
    replace: 'if (!outcome.failover) throw outcome;',
    by: '',
    tests: failoverTest,
  },
  {
    rule: 'Of the 4xx only 429 moves the prompt to a fallback',
    file: 'src/adapters/models/provider-failure.ts',
    replace: 'failover: status === 429 || status >= 500,',
    by: 'failover: true,',
    tests: failoverTest,
  },
  {
    rule: 'A time-out before the first text moves the prompt to a fallback',
    file: 'src/adapters/models/outbound-call.ts',
    replace: "new ModelError('timeout', message, { retryable: true, failover: true })",
    by: "new ModelError('timeout', message, { retryable: true })",
    tests: failoverTest,
  },
  {
    rule: 'An open circuit does not refuse the last candidate',
    file: 'src/core/models/call-model.ts',
    replace: 'const insists = permit === null && isLast && retry === 0;',
    by: 'const insists = permit === null && isLast && retry === -1;',
    tests: failoverTest,
  },
  {
    rule: 'The prompt is made for the model that is asked',
    file: 'src/core/models/call-model.ts',
    replace: '{ ...requestFor(candidate), model: candidate.model },',
    by: '{ ...requestFor(this.#options.candidates[0] ?? candidate), model: candidate.model },',
    tests: failoverTest,
  },
  {
    rule: 'A version is added to an address that has none',
    file: 'src/wires/wire.ts',
    replace: 'return version === null || ',
    by: 'return version !== undefined || ',
    tests: vendorTest,
  },
  {
    rule: 'No version is added to an address that ends in one',
    file: 'src/wires/wire.ts',
    replace: '.test(address) ? address',
    by: '.test(version) ? address',
    tests: vendorTest,
  },
  {
    rule: 'A silence is counted in text, so comments do not prolong an answer',
    file: 'src/adapters/models/outbound-call.ts',
    replace: `    try {
      this.#body?.push(bytes);`,
    by: `    if (this.#phase === 'streaming') this.#touch();
    try {
      this.#body?.push(bytes);`,
    tests: ['test/adapters/models/outbound-limits.test.ts'],
  },
  {
    rule: 'A provider that refuses the key is down',
    file: 'src/adapters/models/inspect-provider.ts',
    replace: 'const REACHABLE = new Set([404, 405, 429]);',
    by: 'const REACHABLE = new Set([401, 404, 405, 429]);',
    tests: ['test/adapters/models/inspect-provider.test.ts'],
  },
  {
    rule: 'A model that the vendor does not know is found',
    file: 'src/adapters/models/inspect-provider.ts',
    replace: 'if (unknown.length === 0)',
    by: 'if (unknown.length >= 0)',
    tests: ['test/adapters/models/inspect-provider.test.ts'],
  },
  {
    rule: 'Vendors are asked at most every 30 seconds',
    file: 'src/core/health/provider-watch.ts',
    replace: '(this.#options.everyMs ?? 30_000)',
    by: '(this.#options.everyMs ?? 15_000)',
    tests: ['test/core/health/provider-watch.test.ts'],
  },
  {
    rule: 'Partners see a provider that is down without traffic',
    file: 'src/core/health/provider-watch.ts',
    replace: "this.#statusOf(id) === 'fail' ? 'unavailable' : circuits.status(id)",
    by: 'circuits.status(id)',
    tests: ['test/core/health/provider-watch.test.ts'],
  },
  {
    rule: 'Health fails where no provider works',
    file: 'src/core/health/provider-watch.ts',
    replace: "if (statuses.every((status) => status === 'fail')) return 'fail';",
    by: '',
    tests: ['test/core/health/provider-watch.test.ts'],
  },
  {
    rule: 'The values of headers_env are kept out of the log',
    file: 'src/app/secrets.ts',
    replace: '[apiKey, ...Object.values(headers.secret)]',
    by: '[apiKey]',
    tests: ['test/app/secrets.test.ts'],
  },
  {
    rule: 'A fallback names a configured provider',
    file: 'src/config.ts',
    replace: 'if (providers.some(({ id }) => id === provider)) continue;',
    by: 'if (provider !== undefined && providers.length > 0) continue;',
    tests: ['test/config-providers.test.ts'],
  },
  {
    rule: 'The bytes of a document are not held once they are read',
    file: 'src/adapters/models/answer-body.ts',
    replace: 'this.#bytes += bytes.length;',
    by: 'this.#bytes += bytes.length; Object.assign(this, { [this.#bytes]: bytes });',
    tests: ['test/adapters/models/answer-memory.test.ts'],
  },
  {
    rule: 'doctor asks vendors for the models that clients and agents name, too',
    file: 'src/app/diagnose.ts',
    replace: 'checkProviders(config, database.models)',
    by: 'checkProviders(config, [])',
    tests: ['test/flows/answers/vendors.test.ts'],
  },
  {
    rule: 'A title by the model goes to no other model than the chosen one',
    file: titleWriter,
    replace: 'const [candidate] = candidatesOf(turn.client, turn.agent, false, this.#options);',
    by: 'const candidate = candidatesOf(turn.client, turn.agent, false, this.#options).at(-1);',
    tests: titlesTest,
  },
  {
    rule: 'A title by the model is left out while the process is busy',
    file: titleWriter,
    replace: 'if (isOneTooMany || isBusy())',
    by: 'if (isOneTooMany)',
    tests: titlesTest,
  },
  {
    rule: 'Only hosted conversations get a title by the model',
    file: titleWriter,
    replace: 'if (!turn.isHosted || this.#closing.signal.aborted) return;',
    by: 'if (this.#closing.signal.aborted) return;',
    tests: titlesTest,
  },
  {
    rule: 'A title that a person wrote is never replaced by a model’s',
    file: 'src/adapters/postgres/conversations/title-store.ts',
    replace: 'where ${owned} and c.title = $4 returning',
    by: 'where ${owned} and $4::text is not null returning',
    tests: titlesTest,
  },
  {
    rule: 'A title by the model leads nowhere and has no markup',
    file: 'src/core/turn/model-title.ts',
    replace: 'markup.test(line) || address.test(line)',
    by: 'markup.test(line)',
    tests: ['test/core/turn/model-title.test.ts'],
  },
];
