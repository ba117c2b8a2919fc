import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FieldError } from '#contract/errors.ts';
import type { Language } from '#contract/languages/languages.ts';
import { matchLanguage } from '#contract/languages/match-language.ts';
import { passwordLength } from '#contract/limits.ts';
import type { ParleyError } from '#core/errors.ts';
import type { PageWords } from '#locales/en/pages.ts';
import { type Html, html } from '../pages/html.ts';
import { pageWords } from '../pages/page-words.ts';
import { languageFor, setLanguageHeaders } from '../pages/request-language.ts';
import { renderShell } from '../pages/shell.ts';
import { type FormProblem, languageForm } from '../pages/sign-in-pages.ts';
import type { WebBuild } from '../pages/web-build.ts';
import { readParameter } from '../routing/form.ts';
import type { Hosts } from '../server/hosts.ts';
import { signInHeaders } from '../server/security-headers.ts';
import type { Cookies } from '../session/cookies.ts';
import { isFormFrom, isWithoutOrigin } from '../session/same-origin.ts';

/** What a page of the sign-in host needs beside its own content. */
export interface LoginPages {
  readonly hosts: Hosts;
  readonly web: WebBuild;
  readonly cookies: Cookies;
}

/** What a page consists of, in the words of its language. */
type Compose = (words: PageWords) => { readonly title: string; readonly tenant: string; readonly body: Html };

/** How long a browser keeps what the next sign-in goes by. */
export const rememberedSeconds = 365 * 24 * 60 * 60;

/** Sends a page of the sign-in host. When the pages are not built, it works without styles. */
export async function sendSignInPage(
  { hosts, web, cookies }: LoginPages,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  compose: Compose,
): Promise<FastifyReply> {
  const asked = matchLanguage([readParameter(request, 'language')]);
  // At the next sign-in the choice is stored for the person, once.
  if (asked !== null) cookies.set(reply, 'language', `${asked}-new`, rememberedSeconds);
  const language = pageLanguage(request, cookies);
  const words = pageWords[language];
  const page = compose(words);
  const query = new URLSearchParams({ tenant: page.tenant }).toString();
  const assets = (await web.page('login')) ?? { styles: [], scripts: [], preloads: [] };
  return setLanguageHeaders(reply, language)
    .code(status)
    .headers(signInHeaders(hosts.tenantPattern))
    .type('text/html; charset=utf-8')
    .send(
      renderShell({
        language,
        title: page.title,
        icon: `/brand/logo?${query}`,
        theme: `/brand/theme.css?${query}`,
        assets,
        body: html`${page.body}${languageFormOf(request, words, language)}`,
      }),
    );
}

/** The latest choice, else an earlier one, else what the browser asks for. */
export function pageLanguage(request: FastifyRequest, cookies: Cookies): Language {
  return languageFor(request, [readParameter(request, 'language'), cookies.read(request, 'language')]);
}

/** The choice that was made on these pages and belongs to no person yet; it counts as stored from now on. */
export function takeChoice(request: FastifyRequest, reply: FastifyReply, cookies: Cookies): Language | null {
  const chosen = cookies.read(request, 'language');
  const language = matchLanguage([chosen]);
  if (language === null || chosen === language) return null;
  cookies.set(reply, 'language', language, rememberedSeconds);
  return language;
}

/** A page that answers a form is asked for again by its address, which has no token from the form. */
function languageFormOf(request: FastifyRequest, words: PageWords, language: Language): Html | null {
  const { pathname, searchParams } = new URL(request.originalUrl, 'http://login');
  if (request.method === 'POST' && pathname === '/reset') return null;
  searchParams.delete('language');
  return languageForm(words, language, pathname, Object.fromEntries(searchParams));
}

/** A refusal in the words of the page. */
export function problemOnPage(words: PageWords, error: ParleyError): FormProblem {
  const { code, fields, retryAfterSeconds } = error;
  if (code === 'too_many_attempts' && retryAfterSeconds !== null) {
    return { code, text: words.wait(Math.ceil(retryAfterSeconds / 60)) };
  }
  const problems: Readonly<Record<string, string>> = words.problems;
  const known = problems[code];
  if (known !== undefined) return { code, text: known };
  return { code, text: fields.map((field) => passwordProblem(words, field)).join(' ') || words.unexpected };
}

function passwordProblem(words: PageWords, { code }: FieldError): string {
  if (code === 'length') return words.length(passwordLength.min, passwordLength.max);
  const reasons: Readonly<Record<string, string>> = words.weak;
  return reasons[code] ?? words.unexpected;
}

/**
 * Whether the form may come from one of our pages. A foreign page could sign its visitor in as another person. A
 * request that names no origin does not come from a browser, so it has no visitor to harm.
 */
export function isOwnForm(request: FastifyRequest, hosts: Hosts): boolean {
  return isFormFrom(request, hosts.loginUrl) || isWithoutOrigin(request);
}
