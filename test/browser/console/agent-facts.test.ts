import { equal, match } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { requireAccessible } from '#test/browser/accessible.ts';
import { type BrowserWorld, openBrowserWorld } from '#test/browser/browser.ts';
import { requireWhole } from '#test/browser/console-screens.ts';
import { enterAsOperator } from '#test/browser/operator-tab.ts';

describe('An agent in the console', () => {
  let world: BrowserWorld;
  before(async () => {
    world = await openBrowserWorld();
  });
  after(() => world[Symbol.asyncDispose]());

  test('shows the facts that its instructions name, while they are written', async () => {
    const { tab, console } = await enterAsOperator(world, 'operator');
    await using _ = tab;
    const { page } = tab;
    await page.goto(`${console.origin}/agents/assistant`);
    const settings = page.getByRole('region', { name: 'Settings' });
    const instructions = settings.getByRole('textbox', { name: 'Instructions' });
    await instructions.waitFor();
    equal(await page.getByText('Facts named').count(), 0);
    await instructions.fill(
      'Help.\n\nOn {{facts.plan}} with {{facts.seats}}, {{ facts.typo }}, {{facts.plan}}.',
    );
    const note = settings.getByText('Facts named');
    match((await note.textContent()) ?? '', /^Facts named: plan seats Each/);
    await requireAccessible(page, 'an agent');
    await page.setViewportSize({ width: 320, height: 700 });
    await requireWhole(page, 'an agent on a small phone');
    await page
      .getByRole('region', { name: 'Deep Dive' })
      .getByRole('textbox', { name: 'Further instructions' })
      .fill('{{facts.topic}}');
    await page.getByRole('region', { name: 'Deep Dive' }).getByText('Facts named: topic').waitFor();
    await instructions.fill('Help.');
    equal(await settings.getByText('Facts named').count(), 0);
    tab.requireNoComplaints();
  });

  test('has documents of the operator, which each partner has besides its own', async () => {
    const tenant = await world.hosted.tenant();
    const { tab, console } = await enterAsOperator(world, 'operator');
    await using _ = tab;
    const { page } = tab;
    const documents = page.getByRole('region', { name: 'Documents' });
    const choose = documents.getByLabel('Choose files');
    const file = (name: string) => ({ name, mimeType: '', buffer: Buffer.from('We open at nine.') });
    await page.goto(`${console.origin}/agents/assistant`);
    await choose.setInputFiles([file('hours.txt')]);
    await documents.getByText('Added').waitFor();
    await requireAccessible(page, 'documents of an agent');
    await page.goto(`${console.origin}/partners/${tenant.slug}?tab=knowledge`);
    await documents.getByText('No document yet').waitFor();
    await choose.setInputFiles([file('own.txt')]);
    await documents.getByText('Added').waitFor();
    equal(await documents.getByText('hours').count(), 0);
    const attempt = page.getByRole('region', { name: 'Try a question' });
    await attempt.getByRole('textbox', { name: 'Question' }).fill('When do you open?');
    await attempt.getByRole('button', { name: 'Find' }).click();
    await attempt.getByText('From the operator').waitFor();
    equal(await attempt.getByText('We open at nine.').count(), 2);
    await page.setViewportSize({ width: 320, height: 700 });
    await requireWhole(page, 'documents on a small phone');
    tab.requireNoComplaints();
  });

  test('shows its documents to those who may not change them', async () => {
    const { tab, console } = await enterAsOperator(world, 'viewer');
    await using _ = tab;
    await tab.page.goto(`${console.origin}/agents/assistant`);
    const documents = tab.page.getByRole('region', { name: 'Documents' });
    await documents.getByText('hours', { exact: true }).waitFor();
    equal(await documents.getByLabel('Choose files').count(), 0);
    equal(await documents.getByRole('button', { name: 'Delete' }).count(), 0);
    tab.requireNoComplaints();
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'Documents are changed by those who may',
    file: 'src/web/console/agents/agent-knowledge.tsx',
    replace: "mayChange={may('putAgentDocument')}",
    by: 'mayChange',
  },
  {
    rule: 'The console lists the facts that instructions name, and nothing that is no place for one',
    file: 'src/web/console/agents/named-facts.tsx',
    replace: 'factsNamedIn(instructions.value)',
    by: '[...instructions.value.matchAll(/facts\\.(\\w+)/g)].map(([, name = ""]) => name)',
  },
];
