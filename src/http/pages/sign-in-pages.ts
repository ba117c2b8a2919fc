import { type Language, languageNames, languages } from '#contract/languages/languages.ts';
import { passwordLength } from '#contract/limits.ts';
import type { PageWords } from '#locales/en/pages.ts';
import { type Html, html } from './html.ts';

export interface SignInFields {
  readonly tenant: string;
  readonly email: string;
}

/** Why a form is shown again; `code` is the one that the API would send. */
export interface FormProblem {
  readonly code: string;
  readonly text: string;
}

/** A form of the sign-in host: its fields, and the result of the last attempt. */
interface Page {
  readonly title: string;
  readonly tenant: string;
  readonly body: Html;
}

export function signInPage(
  words: PageWords,
  fields: SignInFields,
  problem: FormProblem | null,
  notice: string | null = null,
): Page {
  const { tenant, email } = fields;
  return frame(words.signIn, tenant, [
    problem === null ? saying(notice) : alert(problem),
    html`<form method="post" action="/" class="sign-in-form">
${field(words, 'email', words.email, 'email', email, 'username', email === '')}
${field(words, 'password', words.password, 'password', '', 'current-password', email !== '')}
${field(words, 'tenant', words.tenant, 'text', tenant, 'organization', false)}
<button type="submit" class="button primary">${words.signIn}</button>
</form>
<p><a href="/forgot?${new URLSearchParams({ tenant }).toString()}">${words.forgot}</a></p>`,
  ]);
}

export function forgotPage(words: PageWords, fields: SignInFields, problem: FormProblem | null): Page {
  return frame(words.resetTitle, fields.tenant, [
    alert(problem),
    html`<form method="post" action="/forgot" class="sign-in-form">
${field(words, 'email', words.email, 'email', fields.email, 'username', true)}
${field(words, 'tenant', words.tenant, 'text', fields.tenant, 'organization', false)}
<button type="submit" class="button primary">${words.sendLink}</button>
</form>`,
    backToSignIn(words, fields.tenant),
  ]);
}

/** The same for every request. */
export function resetRequestedPage(words: PageWords, tenant: string): Page {
  return frame(words.mailTitle, tenant, [saying(words.mailBody), backToSignIn(words, tenant)]);
}

/** `action` is the form's target, with the code that identifies the person. */
export function newPasswordPage(
  words: PageWords,
  action: '/password' | '/reset',
  code: string | null,
  { slug, email }: { readonly slug: string; readonly email: string },
  problem: FormProblem | null,
): Page {
  return frame(words.newTitle, slug, [
    alert(problem),
    html`<form method="post" action="${action}" class="sign-in-form">
${code === null ? null : html`<input type="hidden" name="token" value="${code}">`}
<input type="email" value="${email}" autocomplete="username" readonly hidden>
${field(words, 'password', words.newPassword, 'password', '', 'new-password', true, words.hint(passwordLength.min))}
<button type="submit" class="button primary">${words.save}</button>
</form>`,
  ]);
}

export function linkEndedPage(words: PageWords): Page {
  return frame(words.endedTitle, '', [
    saying(words.endedBody),
    html`<p><a href="/forgot">${words.resetTitle}</a></p>`,
  ]);
}

export function failurePage(words: PageWords, text: string): Page {
  return frame(words.failedTitle, '', [saying(text), backToSignIn(words, '')]);
}

function frame(title: string, tenant: string, parts: readonly Html[]): Page {
  const body = html`<main class="sign-in">
<img class="sign-in-logo" src="/brand/logo?${new URLSearchParams({ tenant }).toString()}" alt="" height="48">
<h1>${title}</h1>
${parts}
</main>`;
  return { title, tenant, body };
}

function field(
  words: PageWords,
  name: string,
  label: string,
  type: 'email' | 'password' | 'text',
  value: string,
  autocomplete: string,
  isFirst: boolean,
  hint: string | null = null,
): Html {
  return html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}" required${
    isFirst ? html` autofocus` : null
  }${type === 'password' ? null : html` autocapitalize="none" spellcheck="false"`}${
    hint === null ? null : html` aria-describedby="${name}-hint"`
  }${type === 'password' ? scriptWords(words, autocomplete) : null}>
${hint === null ? null : html`<p id="${name}-hint">${hint}</p>`}
</div>`;
}

/** What the page's script says below a password, since it has no words of its own. */
function scriptWords({ show, hide, strength }: PageWords, autocomplete: string): Html {
  const { short, weak, fair, strong } = strength;
  const levels = html` data-short="${short}" data-weak="${weak}" data-fair="${fair}" data-strong="${strong}"`;
  return html` data-show="${show}" data-hide="${hide}"${autocomplete === 'new-password' ? levels : null}`;
}

function alert(problem: FormProblem | null): Html {
  if (problem === null) return html``;
  return html`<p role="alert" class="field-problem" data-code="${problem.code}">${problem.text}</p>`;
}

function saying(text: string | null): Html {
  return text === null ? html`` : html`<p role="status">${text}</p>`;
}

function backToSignIn(words: PageWords, tenant: string): Html {
  return html`<p><a href="/?${new URLSearchParams({ tenant }).toString()}">${words.back}</a></p>`;
}

/** Chooses another language. With script a choice is enough; `kept` are the parameters of the page's address. */
export function languageForm(
  words: PageWords,
  chosen: Language,
  action: string,
  kept: Readonly<Record<string, string>>,
): Html {
  return html`<footer><form method="get" action="${action}" class="language-form">
${Object.entries(kept).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<label for="language">${words.language}</label>
<select id="language" name="language" autocomplete="off">
${languages.map(
  (language) =>
    html`<option value="${language}" lang="${language}"${language === chosen ? html` selected` : null}>${languageNames[language]}</option>`,
)}
</select>
<noscript><button type="submit" class="button small">${words.change}</button></noscript>
</form></footer>`;
}
