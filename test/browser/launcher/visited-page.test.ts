import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { answered, ask, chatIn, message, openChat } from '#test/browser/launched.ts';
import { type Launched, useLauncher } from '#test/browser/launcher-fixture.ts';
import { pageIn } from '#test/reading/told-context.ts';

describe('the page around a launched chat', () => {
  const launched = useLauncher();

  test(
    'is told to the model with each question, as it is then',
    launched(async ({ world, site, tab }) => {
      const told = lookAt(world);
      await openChat(tab, site);
      await ask(tab.page, 'Without any?');
      assert.equal(told(), null);
      await tab.page.evaluate("Parley.update({ page: { url: location.href, title: 'Prices' } })");
      await ask(tab.page, 'What does it cost?');
      await answered(chatIn(tab.page)).nth(1).waitFor();
      assert.deepEqual(told(), { url: `${site.origin()}/`, title: 'Prices' });
      await tab.page.evaluate("Parley.update({ theme: 'dark' }); Parley.close(); Parley.open()");
      await ask(tab.page, 'And now?');
      await answered(chatIn(tab.page)).nth(2).waitFor();
      assert.deepEqual(told(), { url: `${site.origin()}/`, title: 'Prices' });
      await tab.page.evaluate('Parley.update({ page: null })');
      await ask(tab.page, 'And here?');
      await answered(chatIn(tab.page)).nth(3).waitFor();
      assert.equal(told(), null);
      tab.requireNoComplaints();
    }),
  );

  test(
    'is told with a question that a script asks before the chat has loaded, and after a reload of the frame',
    launched(async ({ world, site, tab }) => {
      const told = lookAt(world);
      await tab.page.goto(site.origin());
      await tab.page.evaluate(
        "Parley.update({ page: { title: 'First' } }); Parley.ask('What is this?'); Parley.update({ page: { title: 'Second' } })",
      );
      await answered(chatIn(tab.page)).waitFor();
      assert.deepEqual(told(), { title: 'Second' });
      // The field of the page before it would take the question, and lose it.
      const reloaded = tab.page.waitForEvent('framenavigated');
      await tab.page.frames()[1]?.evaluate('location.reload()');
      await reloaded;
      // Until the conversation is there again, a question would begin another one.
      await answered(chatIn(tab.page)).waitFor();
      await ask(tab.page, 'And this?');
      await answered(chatIn(tab.page)).nth(1).waitFor();
      assert.deepEqual(told(), { title: 'Second' });
    }),
  );

  const odd: Readonly<Record<string, readonly [script: string, complaint: RegExp]>> = {
    'a number in it': ['{ height: 7 }', /page\/height must be a string/],
    'a name in capitals': ["{ Title: 'x' }", /page\/Title must have a name/],
    'more text than fits': ["{ title: 'x'.repeat(3000) }", /page must have at most 2048 bytes/],
    'half a character': ["{ title: '\\ud800' }", /page\/title must not contain/],
    'no members at all': ["'prices'", /page must be an object/],
    'itself in it': ['window', /page/],
  };
  for (const [what, [script, complaint]] of Object.entries(odd)) {
    test(
      `with ${what} is explained in the console, and the question is answered without it`,
      launched(async ({ world, site, tab }) => {
        const told = lookAt(world);
        await openChat(tab, site);
        await tab.page.evaluate(`Parley.update({ page: ${script} }); Parley.update({ theme: 'dark' })`);
        await ask(tab.page, 'Hello?');
        assert.equal(told(), null);
        assert.equal(tab.complaints.length, 1);
        assert.match(tab.complaints[0] ?? '', complaint);
      }),
    );
  }

  test(
    'stays the one of the question where a question is sent again: it is the same turn',
    launched(async ({ world, site, tab }) => {
      const told = lookAt(world);
      await openChat(tab, site);
      await tab.page.evaluate("Parley.update({ page: { title: 'First' } })");
      const stream = '**/chat/stream';
      const sent: { key: unknown; page: unknown }[] = [];
      const note = (request: { headers(): Record<string, string>; postDataJSON(): unknown }) => {
        const body: { context?: { page?: unknown } } = JSON.parse(JSON.stringify(request.postDataJSON()));
        sent.push({ key: request.headers()['idempotency-key'], page: body.context?.page });
      };
      await tab.page.route(stream, async (route) => {
        note(route.request());
        await route.fulfill({ contentType: 'text/event-stream', body: '' });
      });
      await message(tab.page).fill('Hello');
      await message(tab.page).press('Enter');
      await chatIn(tab.page).getByRole('alert').first().waitFor();
      await tab.page.unroute(stream);
      await tab.page.evaluate("Parley.update({ page: { title: 'Second' } })");
      const again = tab.page.waitForRequest(stream);
      await message(tab.page).press('Enter');
      note(await again);
      await answered(chatIn(tab.page)).waitFor();
      assert.deepEqual(sent.at(-1), sent[0]);
      assert.deepEqual(told(), { title: 'First' });
      await ask(tab.page, 'And then?');
      await answered(chatIn(tab.page)).nth(1).waitFor();
      assert.deepEqual(told(), { title: 'Second' });
    }),
  );
});

/** The page in the prompt of the last question. */
function lookAt({ hosted }: Launched['world']): () => unknown {
  return () => pageIn(hosted.api.provider.calls.at(-1)?.messages.at(-1)?.content ?? '');
}

export const breaks: readonly Break[] = [
  {
    rule: 'A question that a script asks has the page on which it is asked',
    file: 'src/launcher/panel/main.ts',
    replace: `    sendPage();
    session.send(message);`,
    by: '    session.send(message);',
  },
  {
    rule: 'A frame that was reloaded is told the page again',
    file: 'src/launcher/panel/main.ts',
    replace: 'onHello: () => sendPage(null),',
    by: 'onHello: () => sendPage(),',
  },
  {
    rule: 'A page that no question can carry is not sent',
    file: 'src/launcher/panel/page-source.ts',
    replace: 'if (!(read instanceof ContextProblem)) return JSON.stringify(read);',
    by: 'if (read instanceof ContextProblem) return JSON.stringify(page);',
  },
  {
    rule: 'The same key is sent with the same page',
    file: 'src/web/chat/actions/run-turn.ts',
    replace: 'if (known?.asked === asked) return known;',
    by: 'if (known?.asked === asked) return { ...known, page: pageIn(host?.page() ?? null) };',
  },
];
