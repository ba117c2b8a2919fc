import type { Break } from '../../break.ts';

const names = ['test/core/administration/webhook-names.test.ts'];

/** What is looked for when an address is given. */
export const webhookNameBreaks: readonly Break[] = [
  {
    rule: 'The name of an http endpoint leads inside of the allowed networks when it is given',
    file: 'src/core/administration/manage-webhooks.ts',
    replace: 'await this.#checkName(url);',
    by: '',
    tests: names,
  },
  {
    rule: 'So does the name that an endpoint is changed to',
    file: 'src/core/administration/manage-webhooks.ts',
    replace: 'if (change.url !== undefined) await this.#checkName(change.url);',
    by: '',
    tests: names,
  },
  {
    rule: 'A name that is not known yet may be given',
    file: 'src/core/webhooks/check-webhook-name.ts',
    replace: 'found.length === 0 || ',
    by: '',
    tests: names,
  },
  {
    rule: 'No name of an https endpoint is looked for when it is given',
    file: 'src/core/webhooks/check-webhook-name.ts',
    replace: "protocol !== 'http:' || ",
    by: '',
    tests: names,
  },
];
