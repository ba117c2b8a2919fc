import { deepEqual, equal, match } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { requireAccessible } from '#test/browser/accessible.ts';
import { type BrowserWorld, openBrowserWorld } from '#test/browser/browser.ts';
import { askToCancel, cancelledIn, expireIn, openCancellingShop } from '#test/browser/cancelling-shop.ts';
import { chatIn, openChat } from '#test/browser/launched.ts';
import { openAccount } from '#test/browser/open-account.ts';
import { openPartner } from '#test/browser/open-partner.ts';
import { serveHandler } from '#test/tools/serve-handler.ts';
import { startReceiver } from '#test/webhooks/receiver.ts';
import { password } from '#test/world/hosted.ts';
import { tool, toolServer } from '../../src/sdk/index.ts';

describe('Webhooks on the account page', () => {
  let world: BrowserWorld;
  before(async () => {
    // Without a provider the demo answers, which calls the tools that a question names.
    const env = { OPENAI_BASE_URL: '', PARLEY_MODEL: '', PARLEY_WEBHOOK_NETWORKS: '127.0.0.0/8' };
    world = await openBrowserWorld({ env });
  });
  after(() => world[Symbol.asyncDispose]());

  test('an administrator adds an endpoint, tests it, sees the delivery, and deletes it', async () => {
    await using receiver = await startReceiver();
    const tenant = await world.hosted.tenant();
    await tenant.user('admin@example.com', { admin: true });
    await using tab = await world.tab();
    await tab.enter(tenant, 'admin@example.com', '/account#webhooks');
    const { page } = tab;
    await page.getByText('No endpoint yet.').waitFor();

    await page.getByRole('button', { name: 'Add an endpoint' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Address' }).fill('https://10.0.0.1/hook');
    await dialog.getByRole('button', { name: 'Add an endpoint' }).click();
    await dialog.getByText('The address: Write a public address that begins with https://').waitFor();
    await dialog.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
    await dialog.getByRole('textbox', { name: 'Types of events' }).fill('job.completed, job.failed');
    await dialog.getByRole('button', { name: 'Add an endpoint' }).click();
    match((await dialog.locator('code').textContent()) ?? '', /^whsec_/);
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    const row = page.getByRole('listitem').filter({ hasText: receiver.url });
    await row.getByText('job.completed, job.failed').waitFor();
    await row.getByRole('button', { name: 'Send a test' }).click();
    const [delivery] = await receiver.until(1);
    equal(delivery?.event.type, 'webhook.test');
    await row.getByRole('button', { name: 'Show deliveries' }).click();
    await row.getByRole('region', { name: 'Deliveries' }).getByText('webhook.test').first().waitFor();
    await row.getByRole('button', { name: 'Disable' }).click();
    await dialog.getByRole('button', { name: 'Disable' }).click();
    await row.getByText('Disabled', { exact: true }).waitFor();

    await row.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText(receiver.url, { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No endpoint yet.').waitFor();
    tab.requireNoComplaints();
  });

  test('an administrator adds a tool server, approves what it offers, tries it, and sees what changed', async () => {
    let description = 'Finds orders.';
    let secret = '';
    const run = ({ status }: { readonly status?: string }) => `No order is ${status}.`;
    await using served = await serveHandler((request, response) => {
      const inputSchema = { type: 'object', properties: { status: { type: 'string' } } } as const;
      const find = tool({ name: 'find', description, inputSchema, run });
      const cancel = tool({ name: 'cancel', description: 'Cancels.', inputSchema, run: () => 'Cancelled.' });
      toolServer({ secret, tools: [find, cancel] }).node(request, response);
    });
    const tenant = await world.hosted.tenant({ scopes: ['chat', 'tools'] });
    await using tab = await world.tab();
    const page = await openAccount(tab, tenant, 'tools');
    const dialog = page.getByRole('dialog');
    await page.getByText('No tool server yet.').waitFor();
    await page.getByRole('button', { name: 'Add a tool server' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('shop');
    await dialog.getByRole('textbox', { name: 'Address' }).fill(served.url);
    await dialog.getByRole('button', { name: 'Add a tool server' }).click();
    await dialog.locator('code').waitFor();
    secret = (await dialog.locator('code').textContent()) ?? '';
    match(secret, /^whsec_/);
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    const server = page.getByRole('listitem').filter({ hasText: served.url });
    await server.getByRole('button', { name: 'Read its tools' }).click();
    await server.getByRole('button', { name: 'Show tools' }).click();
    const find = server.getByRole('listitem').filter({ hasText: 'shop_find' });
    await find.getByRole('button', { name: 'Approve' }).click();
    await dialog.getByRole('textbox', { name: 'What people see while it runs' }).fill('Looks up orders');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await find.getByText('Approved', { exact: true }).waitFor();

    await find.getByRole('button', { name: 'Try it' }).click();
    await dialog.getByRole('textbox', { name: 'Arguments' }).fill('{"status": "lost"}');
    await dialog.getByRole('button', { name: 'Try it' }).click();
    await dialog.getByText('No order is lost.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    description = 'Finds orders of anybody.';
    await server.getByRole('button', { name: 'Read its tools' }).click();
    await find.getByText('Changed since approval').waitFor();
    await find.getByRole('group', { name: 'As approved' }).getByText('Finds orders.').waitFor();
    await find.getByRole('group', { name: 'As offered now' }).getByText('of anybody').waitFor();
    await server.getByText('What the assistant is told').click();
    await requireAccessible(page, 'tools, of which two are offered');

    const cancel = server.getByRole('listitem').filter({ hasText: 'shop_cancel' });
    await cancel.getByRole('button', { name: 'Approve' }).click();
    await dialog.getByRole('radio', { name: 'Changes something' }).check();
    await dialog.getByRole('textbox', { name: 'Question before each call' }).fill('Cancel it?');
    await dialog.getByRole('textbox', { name: 'What people see while it runs' }).fill('Cancels');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await cancel.getByRole('button', { name: 'Try it' }).click();
    await dialog.getByRole('textbox', { name: 'Arguments' }).fill('{}');
    equal(await dialog.getByRole('button', { name: 'Try it' }).isDisabled(), true);
    await dialog.getByLabel('Your password').fill(password);
    await dialog.getByRole('button', { name: 'Try it' }).click();
    await dialog.getByText('Cancelled.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await find.getByRole('button', { name: 'Withdraw' }).click();
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
    await find.getByText('Not approved').waitFor();
    tab.requireNoComplaints();
  });

  test('a reader decides about a tool that changes something, and sees what became of it', async () => {
    const tenant = await world.hosted.tenant({ scopes: ['chat', 'tools'] });
    await using shop = await openCancellingShop(world.hosted, tenant);
    await using tab = await world.tab();
    const page = await tab.chat(tenant, { admin: true });
    const first = await askToCancel(page, '_7_');
    await first.getByText('_7_', { exact: true }).waitFor();
    await requireAccessible(page, 'a question before a tool');
    deepEqual(cancelledIn(shop), []);
    await first.getByRole('button', { name: 'Confirm' }).click();
    equal(await tab.focused(), 'Message');
    await first.getByText('It is done.').waitFor();
    deepEqual(cancelledIn(shop), ['_7_']);
    const second = await askToCancel(page, '8');
    await second.getByRole('button', { name: 'Decline' }).click();
    await second.getByText('You have declined.').waitFor();
    const third = await askToCancel(page, '9');
    await expireIn(world.hosted, 3);
    await page.reload();
    await third.getByText('This can no longer be decided.').waitFor();
    equal(await third.getByRole('button').count(), 0);
    deepEqual(cancelledIn(shop), ['_7_']);

    await page.goto(tenant.url('/account#tools'));
    await page.getByRole('button', { name: 'Show calls' }).click();
    const calls = page.getByRole('region', { name: 'Calls of shop' });
    for (const state of ['Declined', 'Done']) {
      await calls.getByRole('listitem').filter({ hasText: state }).getByText('cancel_order').waitFor();
    }
    equal(await calls.getByRole('listitem').count(), 3);
    await requireAccessible(page, 'calls of tools');
    tab.requireNoComplaints();
  });

  test('a reader decides in the frame of another page, where what is too late runs nothing', async () => {
    const { tenant, site } = await openPartner(world, { scopes: ['chat', 'tools'] });
    await using _site = site;
    await using shop = await openCancellingShop(world.hosted, tenant);
    await using tab = await world.tab();
    await openChat(tab, site);
    const chat = chatIn(tab.page);
    const first = await askToCancel(chat, '1');
    await first.getByRole('button', { name: 'Confirm' }).click();
    await first.getByText('It is done.').waitFor();
    const second = await askToCancel(chat, '2');
    await second.getByRole('button', { name: 'Decline' }).click();
    await second.getByText('You have declined.').waitFor();
    const third = await askToCancel(chat, '3');
    await expireIn(world.hosted, 0);
    await third.getByRole('button', { name: 'Confirm' }).click();
    await third.getByText('This can no longer be decided.').waitFor();
    equal(await chat.getByRole('alert').textContent(), '');
    deepEqual(cancelledIn(shop), ['1']);
    tab.requireNoComplaints();
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'The card of a question shows what is sent as text, and never as Markdown',
    file: 'src/web/chat/conversation/action-cards.tsx',
    replace: '<bdi>{value}</bdi>',
    by: "<bdi>{value.replaceAll('_', '')}</bdi>",
  },
  {
    rule: 'A question that has become too old is over without a click',
    file: 'src/web/chat/conversation/action-cards.tsx',
    replace: 'Date.parse(until) + lateMs - Date.now()',
    by: 'Date.parse(until) + 1_000 * lateMs - Date.now()',
  },
  {
    rule: 'A click that comes too late shows what is stored, and raises no alarm',
    file: 'src/web/chat/actions/decide-action.ts',
    replace: "error.code === 'action_closed'",
    by: "error.code === 'closed'",
  },
  {
    rule: 'The focus goes on from the buttons of a question to the next message',
    file: 'src/web/chat/conversation/action-cards.tsx',
    replace: '    focusComposerUnlessTouch();\n',
    by: '',
  },
  {
    rule: 'Definitions of tools are no landmarks, of which each has a name of its own',
    file: 'src/web/administration/tools/definitions.tsx',
    replace: 'role="group" aria-label={title}',
    by: 'role="region" aria-label={title}',
  },
  {
    rule: 'The screen "Tools" shows what became of each call',
    file: 'src/web/administration/tools/server-calls.tsx',
    replace: 'text.statuses[made.status]',
    by: 'text.statuses.done',
  },
  {
    rule: 'The answer that asked says what became of it once it is over',
    file: 'src/web/chat/actions/decide-action.ts',
    replace: 'await untilEnded(open);',
    by: 'return;',
  },
  {
    rule: 'The screen "Tools" shows what a server says by now beside what was approved',
    file: 'src/web/administration/tools/definitions.tsx',
    replace: '...(changed ?',
    by: '...(approval === offered ?',
  },
  {
    rule: 'A tool that changes something is tried with the password',
    file: 'src/web/administration/tools/try-dialog.tsx',
    replace: "approval.effect === 'write';",
    by: "approval.effect !== 'write';",
  },
];
