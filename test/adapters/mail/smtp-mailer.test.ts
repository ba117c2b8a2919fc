import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SmtpMailer } from '#adapters/mail/create-mailer.ts';
import type { Break } from '#test/break.ts';
import { Postbox } from '../../support/world/postbox.ts';

test('an email goes to the whole address, or to nobody', async () => {
  await using postbox = new Postbox();
  const mailer = new SmtpMailer(await postbox.open(), 'parley@example.com');
  const letter = { subject: 'Hello', text: 'Hello' };
  for (const to of ['victim@v.example(x', 'Ada <victim@v.example>', 'victim@v.example, a@b.example']) {
    await mailer.send({ ...letter, to }).catch(() => undefined);
  }
  await mailer.send({ ...letter, to: 'ada@example.com' });
  assert.deepEqual(
    postbox.recipients.filter((address) => address === 'victim@v.example'),
    [],
  );
  assert.equal(postbox.recipients.at(-1), 'ada@example.com');
});

export const breaks: readonly Break[] = [
  {
    rule: 'an email’s address is not parsed as text',
    file: 'src/adapters/mail/create-mailer.ts',
    replace: "to: { name: '', address: to }",
    by: 'to',
  },
];
