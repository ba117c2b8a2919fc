import { ok } from 'node:assert/strict';
import { testInEngines } from '#test/engines/test-in-engines.ts';

testInEngines('The account page', [
  {
    name: 'every section opens, also on a phone, and nothing is wider than the page',
    run: async ({ tenant, person, keep }) => {
      await person.chat(tenant, { admin: true });
      for (const width of [1280, 450]) {
        await person.window.resize(width, 800);
        await person.window.goTo(tenant.url('/account'));
        const links = '[...document.querySelectorAll(\'nav a[href^="#"]\')]';
        await person.sees(`${links}.length > 3`);
        const count = await person.window.evaluate<number>(`${links}.length`);
        for (let index = 0; index < count; index++) {
          await person.window.evaluate(`${links}[${index}].click()`);
          await person.sees(`${links}[${index}].getAttribute('aria-current') !== null`);
          await person.sees("(document.querySelector('main')?.innerText.length ?? 0) > 40");
          const excess = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
          ok((await person.window.evaluate<number>(excess)) <= 0, `section ${index} at ${width}`);
          await keep(`account-${width}-${index}`);
        }
      }
    },
  },
]);
