import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import type { Page } from '#test/browser/form-browser.ts';
import { ConsoleWorld } from '#test/console/console-world.ts';
import { create, env, sendTest } from '#test/webhooks/endpoint.ts';
import { startReceiver } from '#test/webhooks/receiver.ts';
import { type Hosted, openHosted, type Tenant } from '#test/world/hosted.ts';
import { Postbox } from '#test/world/postbox.ts';

describe('the language of a person', () => {
  const postbox = new Postbox();
  let hosted: Hosted;
  let tenant: Tenant;
  before(async () => {
    hosted = await openHosted({ env: { ...env, SMTP_URL: await postbox.open() } });
    tenant = await hosted.tenant();
  });
  after(async () => {
    await hosted[Symbol.asyncDispose]();
    await postbox[Symbol.asyncDispose]();
  });

  test('the sign-in page changes its language without script, and the choice is the person’s', async () => {
    const browser = hosted.browser({ 'accept-language': 'fr' });
    const rootOf = (page: Page) => /<html lang="(\w+)" dir="(\w+)">/.exec(page.text)?.slice(1).join(' ');
    const first = await browser.visit(hosted.loginUrl(`/?tenant=${tenant.slug}`));
    assert.equal(rootOf(first), 'fr ltr');
    assert.match(first.text, />Se connecter</);
    assert.match(first.text, /<option value="fr" lang="fr" selected>Français</);
    assert.match(first.text, new RegExp(`name="tenant" value="${tenant.slug}"`));
    assert.equal(rootOf(await browser.visit(hosted.loginUrl('/forgot?language=ar'))), 'ar rtl');
    assert.equal(rootOf(await browser.visit(hosted.loginUrl('/'))), 'ar rtl');
    const refused = await browser.post(hosted.loginUrl('/'), {
      email: 'a@b.c',
      password: 'x',
      tenant: 'none',
    });
    assert.match(refused.text, /البريد الإلكتروني أو كلمة المرور أو المؤسسة غير صحيح/);

    const user = await tenant.user('chooser@example.com');
    assert.equal(rootOf(await tenant.signIn(browser, user.email)), 'ar rtl');
    await browser.sendJson(tenant.url('/session/language'), 'PUT', { language: 'pt' });
    assert.equal(rootOf(await tenant.signIn(browser, user.email)), 'pt ltr', 'the last choice counts');
  });

  test("emails are in the person's last choice, else the inviter's, else the page's", async () => {
    const fields = { email: 'polyglot@example.com', tenant: tenant.slug };
    const ask = async (accepted: string) => {
      const browser = hosted.browser({ 'accept-language': accepted });
      await browser.post(hosted.loginUrl('/forgot'), fields);
      const letter = await postbox.next();
      return factsOf(letter);
    };
    await tenant.user(fields.email);
    const to = fields.email;
    assert.deepEqual(await ask('fr'), { to, language: 'fr', subject: 'Choisissez un nouveau mot de passe' });
    const store = (column: string, language: string) =>
      hosted.api.database.query(`update hosted_users set ${column} = $1 where email = $2`, [
        language,
        fields.email,
      ]);
    await store('invited_language', 'de');
    assert.deepEqual(await ask('fr'), { to, language: 'de', subject: 'Neues Passwort wählen' });
    const browser = hosted.browser();
    await tenant.signIn(browser, fields.email);
    await browser.sendJson(tenant.url('/session/language'), 'PUT', { language: 'ar' });
    assert.deepEqual(await ask('fr'), { to, language: 'ar', subject: 'اختر كلمة مرور جديدة' });
  });

  test('an invitation is in the language of the page that sent it', async () => {
    await tenant.user('inviter@example.com', { admin: true });
    const browser = hosted.browser({ 'accept-language': 'it' });
    await tenant.signIn(browser, 'inviter@example.com');
    const invited = { email: 'ospite@example.com' };
    assert.equal((await browser.sendJson(tenant.url('/account/api/users'), 'POST', invited)).status, 201);
    assert.equal(factsOf(await postbox.next()).subject, 'Puoi accedere alla chat');
  });

  test('each administrator gets an email about a disabled webhook in their own language', async () => {
    await using receiver = await startReceiver();
    const partner = await hosted.api.partner({ scopes: ['webhooks'] });
    for (const [email, language, invited] of [
      ['chosen@example.com', 'ja', 'de'],
      ['invited@example.com', null, 'es'],
      ['unknown@example.com', null, null],
    ]) {
      await hosted.api.database.query(
        `insert into hosted_users (client_id, id, email, password_hash, admin, language, invited_language)
         values ($1, gen_random_uuid(), $2, '', true, $3, $4)`,
        [partner.client.id, email, language, invited],
      );
    }
    receiver.answer = (_, response) => response.writeHead(410).end();
    const { id } = await create(partner, receiver);
    await sendTest(partner, id, receiver, 1);
    const letters = [await postbox.next(), await postbox.next(), await postbox.next()].map(factsOf);
    assert.deepEqual(
      letters.toSorted((one, other) => one.to.localeCompare(other.to)),
      [
        { to: 'chosen@example.com', language: 'ja', subject: 'Webhook が無効になりました' },
        { to: 'invited@example.com', language: 'es', subject: 'Se desactivó un webhook' },
        { to: 'unknown@example.com', language: 'en', subject: 'A webhook was disabled' },
      ],
    );
  });

  test('the test email is in the language that is asked for', async () => {
    const operator = await new ConsoleWorld(hosted.api).signedIn('owner');
    assert.equal(factsOf(await postbox.next()).subject, 'A passkey was added to your operator account');
    const send = (more: object) => operator.ask('POST', '/mail-test', { to: 'ops@example.com', ...more });
    assert.deepEqual((await send({ language: 'fr' })).json.sent, true);
    const to = 'ops@example.com';
    assert.deepEqual(factsOf(await postbox.next()), { to, language: 'fr', subject: 'Un message de Parley' });
    await send({});
    assert.deepEqual(factsOf(await postbox.next()), {
      to,
      language: 'en',
      subject: 'A test email from Parley',
    });
    assert.equal((await send({ language: 'xx' })).status, 422);
  });
});

function factsOf(letter: string) {
  const header = (name: string) => new RegExp(`^${name}: (.*?)\\r?$`, 'im').exec(letter)?.[1] ?? '';
  return { to: header('To'), language: header('Content-Language'), subject: subjectOf(letter) };
}

/** The subject of a letter, whose words may be encoded. */
function subjectOf(letter: string): string {
  const [, subject = ''] = /^Subject: (.*(?:\r?\n[ \t].*)*)/im.exec(letter) ?? [];
  return subject
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, words: string) =>
      decodeWords(kind, words),
    )
    .trim();
}

function decodeWords(kind: string, words: string): string {
  if (kind.toUpperCase() === 'B') return Buffer.from(words, 'base64').toString();
  const bytes = words.replaceAll('_', ' ').replaceAll(/=([0-9A-F]{2})/gi, (_, code: string) => `%${code}`);
  return decodeURIComponent(bytes);
}

export const breaks: readonly Break[] = [
  {
    rule: 'What was chosen before a sign-in is stored for the person, once',
    file: 'src/http/handlers/login-page.ts',
    replace: 'if (language === null || chosen === language) return null;',
    by: 'if (language === null) return null;',
  },
  {
    rule: "An email is in the person's last choice before the inviter's language",
    file: 'src/core/sign-in/password-mail.ts',
    replace: 'account.language ?? account.invitedLanguage ?? language',
    by: 'account.invitedLanguage ?? account.language ?? language',
  },
  {
    rule: 'The email about a disabled webhook is in the language of each administrator',
    file: 'src/app/events/start-webhooks.ts',
    replace: 'language ?? languages[0]',
    by: 'languages[0]',
  },
  {
    rule: 'The test email is in the language that is asked for',
    file: 'src/core/operations/mail-operations.ts',
    replace: 'body.language ?? languages[0]',
    by: 'languages[0]',
  },
];
