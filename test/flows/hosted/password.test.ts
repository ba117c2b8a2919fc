import assert from 'node:assert/strict';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { makeFolder } from '#test/machine/make-folder.ts';
import { type Hosted, openHosted, password, type Tenant } from '#test/world/hosted.ts';
import { Postbox } from '#test/world/postbox.ts';

describe('choosing a password', () => {
  const postbox = new Postbox();
  let hosted: Hosted;
  let tenant: Tenant;
  before(async () => {
    hosted = await openHosted({
      env: { SMTP_URL: await postbox.open(), MAIL_FROM: 'Parley <p@example.org>' },
    });
    tenant = await hosted.tenant();
  });
  after(async () => {
    await hosted[Symbol.asyncDispose]();
    await postbox[Symbol.asyncDispose]();
  });

  test('a password that was given has to be changed before the first session', async () => {
    await tenant.user('first@example.com', { mustChange: true });
    const browser = hosted.browser();
    const asked = await tenant.signIn(browser, 'first@example.com');
    assert.equal(asked.url, hosted.loginUrl('/password'));
    assert.equal(browser.cookie(tenant.host, 'parley_session'), undefined);
    // The ticket is valid for this one page; it starts no session.
    await browser.visit(tenant.url('/session/start'));
    const again = hosted.browser();
    await tenant.signIn(again, 'first@example.com');
    const short = await again.post(hosted.loginUrl('/password'), { password: 'short' });
    assert.equal(short.status, 422);
    assert.ok(short.text.includes(`/brand/logo?tenant=${tenant.slug}"`), 'the form shows whose it is');
    const common = await again.post(hosted.loginUrl('/password'), { password: 'password1234' });
    assert.equal(common.status, 422);
    assert.match(common.text, /role="alert"[^>]*>The password is a common one/);
    assert.match(common.text, /At least 12 characters\. A few words/);
    const chosen = await again.post(hosted.loginUrl('/password'), { password: 'my own new password' });
    assert.equal((await again.follow(chosen)).url, tenant.url());
    assert.equal((await tenant.sendForm(hosted.browser(), 'first@example.com')).status, 401);
    const next = await tenant.signIn(hosted.browser(), 'first@example.com', 'my own new password');
    assert.equal(next.url, tenant.url());
  });

  test('a ticket that was not used for its page starts no session', async () => {
    await tenant.user('stuck@example.com', { mustChange: true });
    const browser = hosted.browser();
    await tenant.signIn(browser, 'stuck@example.com');
    const nobody = await hosted.browser().visit(hosted.loginUrl('/password'));
    assert.deepEqual([nobody.status, nobody.headers.location], [303, hosted.loginUrl()]);
    const end = await browser.follow(await browser.visit(tenant.url('/session/start')));
    assert.equal(end.url, hosted.loginUrl(`/?tenant=${tenant.slug}`));
    assert.equal(browser.cookie(tenant.host, 'parley_session'), undefined);
  });

  test('a link from an email sets the password once, and ends every session', async () => {
    const user = await tenant.user('ada@example.com');
    const signedIn = hosted.browser();
    await tenant.signIn(signedIn, 'ada@example.com');
    const link = await askForLink('ada@example.com');
    const browser = hosted.browser();
    assert.equal((await browser.visit(link)).status, 200);
    assert.equal((await browser.visit(link)).status, 200);
    const token = new URL(link).searchParams.get('token') ?? '';
    const short = await browser.post(hosted.loginUrl('/reset'), { token, password: 'short' });
    assert.equal(short.status, 422);
    const personal = await browser.post(hosted.loginUrl('/reset'), { token, password: 'ada@example.com' });
    assert.equal(personal.status, 422);
    const done = await browser.post(hosted.loginUrl('/reset'), { token, password: 'another password' });
    assert.match((await browser.follow(done)).text, /Your password was changed/);
    assert.equal(
      (await browser.post(hosted.loginUrl('/reset'), { token, password: 'a third one' })).status,
      410,
    );
    assert.equal((await browser.visit(link)).status, 410);
    assert.equal((await signedIn.visit(tenant.url('/chat/usage'))).status, 401);
    assert.equal((await tenant.sendForm(browser, 'ada@example.com')).status, 401);
    assert.equal((await tenant.signIn(browser, 'ada@example.com', 'another password')).url, tenant.url());
    const [entry] = await hosted.administration.audit.list(
      { clientSlug: tenant.slug, actor: `hu:${user.id}`, action: null },
      null,
      1,
    );
    assert.equal(entry?.action, 'user.reset_password');
  });

  test('a link ends after an hour, with another password, and with its user', async () => {
    const user = await tenant.user('late@example.com');
    const page = async (link: string) => (await hosted.browser().visit(link)).status;
    const first = await askForLink('late@example.com');
    const second = await askForLink('late@example.com');
    const token = new URL(first).searchParams.get('token') ?? '';
    await hosted.browser().post(hosted.loginUrl('/reset'), { token, password: 'another password' });
    assert.equal(await page(second), 410);
    const third = await askForLink('late@example.com');
    await hosted.api.database.query(
      `update login_codes set expires_at = expires_at - interval '1 hour' where user_id = $1`,
      [user.id],
    );
    assert.equal(await page(third), 410);
    const fourth = await askForLink('late@example.com');
    await hosted.administration.users.disable({ kind: 'operator-cli' }, tenant.slug, user);
    assert.equal(await page(fourth), 410);
  });

  test('known and unknown addresses get the same answer, and only known ones an email', async () => {
    await tenant.user('known@example.com');
    const ask = (email: string) =>
      hosted.browser().post(hosted.loginUrl('/forgot'), { email, tenant: tenant.slug });
    const unknown = await ask('unknown@example.com');
    const known = await ask('known@example.com');
    assert.deepEqual([unknown.status, unknown.text], [known.status, known.text]);
    assert.match(await postbox.next(), /^To: known@example\.com/m);
    for (let count = 0; count < 4; count++) await ask('unknown@example.com');
    assert.equal((await ask('unknown@example.com')).status, 429);
  });

  test('an invited user gets an email with a link', async () => {
    const admin = await tenant.visitor({ admin: true });
    const body = { email: 'invited@example.com' };
    const sent = await admin.browser.sendJson(tenant.url('/account/api/users'), 'POST', body);
    assert.equal(sent.status, 201);
    const letter = await postbox.next();
    assert.match(letter, /^From: Parley <p@example\.org>/m);
    assert.match(letter, /^To: invited@example\.com/m);
    const token = new URL(linkIn(letter)).searchParams.get('token') ?? '';
    const browser = hosted.browser();
    await browser.post(hosted.loginUrl('/reset'), { token, password });
    assert.equal((await tenant.signIn(browser, 'invited@example.com')).url, tenant.url());
  });

  test('an administrator’s reset ends the password and mails a link, which no answer holds', async () => {
    const user = await tenant.user('mailed@example.com');
    const admin = await tenant.visitor({ admin: true });
    const path = tenant.url(`/account/api/users/hu:${user.id}/reset-password`);
    const reset = await admin.browser.sendJson(path, 'POST', {});
    assert.deepEqual(Object.keys(JSON.parse(reset.text)).sort(), ['mailed', 'ok', 'user']);
    const letter = await postbox.next();
    assert.match(letter, /^To: mailed@example\.com/m);
    assert.equal((await tenant.sendForm(hosted.browser(), user.email)).status, 401);
    const token = new URL(linkIn(letter)).searchParams.get('token') ?? '';
    const browser = hosted.browser();
    await browser.post(hosted.loginUrl('/reset'), { token, password });
    const page = await tenant.signIn(browser, user.email);
    assert.match(page.text, /"passwordLink":null/);
  });

  test('an email that the mail server refuses is no success', async () => {
    const user = await tenant.user('refused@example.com');
    const admin = await tenant.visitor({ admin: true });
    const path = tenant.url(`/account/api/users/hu:${user.id}/reset-password`);
    postbox.refuseNext();
    const reset = await admin.browser.sendJson(path, 'POST', {});
    const { code, mail_sent } = JSON.parse(reset.text);
    assert.deepEqual([reset.status, code, mail_sent], [503, 'unavailable', false]);
    assert.equal((await admin.browser.sendJson(path, 'POST', {})).status, 200);
    assert.match(await postbox.next(), /^To: refused@example\.com/m);
  });

  async function askForLink(email: string): Promise<string> {
    await hosted.browser().post(hosted.loginUrl('/forgot'), { email, tenant: tenant.slug });
    return linkIn(await postbox.next());
  }
});

test('without a mail server an email is a file of its owner, and the log names only the file', async () => {
  const dataFolder = makeFolder('parley-outbox-');
  try {
    await using hosted = await openHosted({ env: { PARLEY_DATA_DIR: dataFolder } });
    const tenant = await hosted.tenant();
    await tenant.user('ada@example.com');
    await hosted
      .browser()
      .post(hosted.loginUrl('/forgot'), { email: 'ada@example.com', tenant: tenant.slug });
    const service = hosted.api.serviceOf();
    await service.printed(/An email was written to the outbox/);
    const [name = ''] = await readdir(join(dataFolder, 'outbox'));
    const file = join(dataFolder, 'outbox', name);
    assert.match(name, /\.eml$/);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    const token = new URL(linkIn(await readFile(file, 'utf8'))).searchParams.get('token') ?? 'none';
    const printed = service.stdout() + service.stderr();
    assert.equal(printed.includes(name), true);
    assert.equal(printed.includes(token) || printed.includes('ada@example.com'), false);
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
});

/** The link in a letter, whose lines may be folded. */
function linkIn(letter: string): string {
  const body = letter.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
  return /http:\/\/login\.localhost:\d+\/reset\?token=[\w-]+/.exec(body)?.[0] ?? 'http://none/';
}

export const breaks: readonly Break[] = [
  {
    rule: 'an administrator’s reset is sent by email where a mail server is configured',
    file: 'src/core/sign-in/password-links.ts',
    replace: 'mayMail && this.#options.mailer.delivers',
    by: 'mayMail && !this.#options.mailer.delivers',
  },
];
