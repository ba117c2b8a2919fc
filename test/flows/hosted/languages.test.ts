import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from '#test/browser/form-browser.ts';
import { type Hosted, openHosted, type Tenant } from '#test/world/hosted.ts';
import { Postbox } from '#test/world/postbox.ts';

describe('the language of a person', () => {
  const postbox = new Postbox();
  let hosted: Hosted;
  let tenant: Tenant;
  before(async () => {
    hosted = await openHosted({ env: { SMTP_URL: await postbox.open() } });
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

  test("letters are in the person's last choice, else the inviter's, else the page's", async () => {
    const fields = { email: 'polyglot@example.com', tenant: tenant.slug };
    const ask = async (accepted: string) => {
      const browser = hosted.browser({ 'accept-language': accepted });
      await browser.post(hosted.loginUrl('/forgot'), fields);
      const letter = await postbox.next();
      return { language: /^Content-Language: (\w+)/im.exec(letter)?.[1], subject: subjectOf(letter) };
    };
    await tenant.user(fields.email);
    assert.deepEqual(await ask('fr'), { language: 'fr', subject: 'Choisissez un nouveau mot de passe' });
    const store = (column: string, language: string) =>
      hosted.api.database.query(`update hosted_users set ${column} = $1 where email = $2`, [
        language,
        fields.email,
      ]);
    await store('invited_language', 'de');
    assert.deepEqual(await ask('fr'), { language: 'de', subject: 'Neues Passwort wählen' });
    const browser = hosted.browser();
    await tenant.signIn(browser, fields.email);
    await browser.sendJson(tenant.url('/session/language'), 'PUT', { language: 'ar' });
    assert.deepEqual(await ask('fr'), { language: 'ar', subject: 'اختر كلمة مرور جديدة' });
  });

  test('an invitation is in the language of the page that sent it', async () => {
    await tenant.user('inviter@example.com', { admin: true });
    const browser = hosted.browser({ 'accept-language': 'it' });
    await tenant.signIn(browser, 'inviter@example.com');
    const invited = { email: 'ospite@example.com' };
    assert.equal((await browser.sendJson(tenant.url('/account/api/users'), 'POST', invited)).status, 201);
    assert.equal(subjectOf(await postbox.next()), 'Puoi accedere alla chat');
  });
});

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
