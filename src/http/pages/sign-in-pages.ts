import { passwordLength } from '#core/identity/password.ts';
import { type Html, html } from './html.ts';

export interface SignInFields {
  readonly tenant: string;
  readonly email: string;
}

const passwordHint = `At least ${passwordLength.min} characters. A few words that do not belong together are easy to keep and hard to guess.`;

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
  fields: SignInFields,
  problem: FormProblem | null,
  notice: string | null = null,
): Page {
  const { tenant, email } = fields;
  return frame('Sign in', tenant, [
    problem === null ? saying(notice) : alert(problem),
    html`<form method="post" action="/" class="sign-in-form">
${field('email', 'Email', 'email', email, 'username', email === '')}
${field('password', 'Password', 'password', '', 'current-password', email !== '')}
${field('tenant', 'Tenant', 'text', tenant, 'organization', false)}
<button type="submit" class="button primary">Sign in</button>
</form>
<p><a href="/forgot?${new URLSearchParams({ tenant }).toString()}">Forgot your password?</a></p>`,
  ]);
}

export function forgotPage(fields: SignInFields, problem: FormProblem | null): Page {
  return frame('Reset your password', fields.tenant, [
    alert(problem),
    html`<form method="post" action="/forgot" class="sign-in-form">
${field('email', 'Email', 'email', fields.email, 'username', true)}
${field('tenant', 'Tenant', 'text', fields.tenant, 'organization', false)}
<button type="submit" class="button primary">Send a link</button>
</form>`,
    backToSignIn(fields.tenant),
  ]);
}

/** The same for every request. */
export function resetRequestedPage(tenant: string): Page {
  return frame('Look into your mail', tenant, [
    saying('If there is such an account, a letter with a link is on its way. The link works for one hour.'),
    backToSignIn(tenant),
  ]);
}

/** `action` is the form's target, with the code that identifies the person. */
export function newPasswordPage(
  action: '/password' | '/reset',
  code: string | null,
  { slug, email }: { readonly slug: string; readonly email: string },
  problem: FormProblem | null,
): Page {
  return frame('Choose a new password', slug, [
    alert(problem),
    html`<form method="post" action="${action}" class="sign-in-form">
${code === null ? null : html`<input type="hidden" name="token" value="${code}">`}
<input type="email" value="${email}" autocomplete="username" readonly hidden>
${field('password', 'New password', 'password', '', 'new-password', true, passwordHint)}
<button type="submit" class="button primary">Save password</button>
</form>`,
  ]);
}

export function linkEndedPage(): Page {
  return frame('This link has ended', '', [
    saying('It was used already, or it is too old. Ask for a new one.'),
    html`<p><a href="/forgot">Reset your password</a></p>`,
  ]);
}

export function failurePage(text: string): Page {
  return frame('That did not work', '', [saying(text), backToSignIn('')]);
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
  }>
${hint === null ? null : html`<p id="${name}-hint">${hint}</p>`}
</div>`;
}

function alert(problem: FormProblem | null): Html {
  if (problem === null) return html``;
  return html`<p role="alert" class="field-problem" data-code="${problem.code}">${problem.text}</p>`;
}

function saying(text: string | null): Html {
  return text === null ? html`` : html`<p role="status">${text}</p>`;
}

function backToSignIn(tenant: string): Html {
  return html`<p><a href="/?${new URLSearchParams({ tenant }).toString()}">Back to sign in</a></p>`;
}
