import { ok } from 'node:assert/strict';
import { testInEngines } from '#test/engines/test-in-engines.ts';

/** The distance of the last question from the top of the log. */
const questionTop = `(() => {
  const log = document.querySelector('[role=log]');
  const turn = [...log.querySelectorAll('.turn')].at(-1);
  return Math.round(turn.getBoundingClientRect().top - log.getBoundingClientRect().top);
})()`;

testInEngines('The chat', [
  {
    name: 'a question is answered, and both are there after a reload',
    run: async ({ hosted, tenant, person, keep }) => {
      await person.chat(tenant);
      hosted.api.provider.enqueue({ deltas: 30, paceMs: 20 });
      await person.ask('What is a tide?');
      await person.seesText('word29');
      await person.finds('button', 'Good answer');
      await person.seesFocusOn('Message');
      await keep('answered');
      await person.window.evaluate('void location.reload()');
      await person.seesText('word29');
    },
  },
  {
    name: 'an answer goes on after a reload, and Stop ends it',
    run: async ({ hosted, tenant, person }) => {
      await person.chat(tenant);
      hosted.api.provider.enqueue({ deltas: 4_000, paceMs: 20 });
      await person.ask('A long answer, please');
      await person.seesText('word5');
      await person.sees("location.search.includes('conversation=')");
      await person.window.evaluate('void location.reload()');
      await person.seesText('word40');
      await person.click('button', 'Stop');
      await person.seesText('Stopped');
      await person.seesFocusOn('Message');
    },
  },
  {
    name: 'every question stands at the top, and a reader who scrolls up stays there',
    run: async ({ hosted, tenant, person, keep }) => {
      await person.chat(tenant);
      for (const question of ['The first', 'The second']) {
        hosted.api.provider.enqueue({ deltas: 300, paceMs: 2, deltaLength: 20 });
        await person.ask(question);
        await person.seesText('word40');
        await person.sees(`Math.abs(${questionTop}) < 60`);
        await person.finds('button', 'Good answer');
        ok(Math.abs(await person.window.evaluate<number>(questionTop)) < 60, question);
      }
      await keep('second-question');
      hosted.api.provider.enqueue({ deltas: 600, paceMs: 5, deltaLength: 20 });
      await person.ask('The third');
      await person.seesText('word20');
      await person.window.scroll(-900);
      const top = "Math.round(document.querySelector('[role=log]').scrollTop)";
      await person.sees(`${questionTop} > 200`);
      const place = await person.window.evaluate<number>(top);
      await person.finds('button', 'Jump to latest');
      await person.finds('button', 'Send');
      ok(Math.abs((await person.window.evaluate<number>(top)) - place) < 4);
    },
  },
]);
