import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ParleyError } from '#core/errors.ts';
import type { Hosts } from '../hosts/hosts.ts';
import type { Html } from '../pages/html.ts';
import { renderShell } from '../pages/shell.ts';
import type { FormProblem } from '../pages/sign-in-pages.ts';
import type { WebBuild } from '../pages/web-build.ts';
import { signInHeaders } from '../server/security-headers.ts';
import { isFormFrom, isWithoutOrigin } from '../session/same-origin.ts';

/** Sends a page of the sign-in host. When the pages are not built, it works without styles. */
export async function sendSignInPage(
  { hosts, web }: { readonly hosts: Hosts; readonly web: WebBuild },
  reply: FastifyReply,
  status: number,
  page: { readonly title: string; readonly tenant: string; readonly body: Html },
): Promise<FastifyReply> {
  const query = new URLSearchParams({ tenant: page.tenant }).toString();
  const assets = (await web.page('login')) ?? { styles: [], scripts: [], preloads: [] };
  return reply
    .code(status)
    .headers(signInHeaders(hosts.tenantPattern))
    .type('text/html; charset=utf-8')
    .send(
      renderShell({
        language: 'en',
        title: page.title,
        icon: `/brand/logo?${query}`,
        theme: `/brand/theme.css?${query}`,
        assets,
        body: page.body,
      }),
    );
}

/** A refusal in the words of the page. */
export function problemOnPage(error: ParleyError): FormProblem {
  const { code, message, retryAfterSeconds } = error;
  if (code === 'too_many_attempts' && retryAfterSeconds !== null) {
    const minutes = Math.ceil(retryAfterSeconds / 60);
    const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
    return { code, text: `Too many attempts. Try again in ${wait}.` };
  }
  if (code === 'invalid_credentials') return { code, text: 'Email, password or tenant is wrong.' };
  if (code === 'subscription_inactive') {
    return { code, text: 'The subscription of this tenant has lapsed. Ask its administrator.' };
  }
  return { code, text: error.fields.map(({ detail }) => `The password ${detail}.`).join(' ') || message };
}

/**
 * Whether the form may come from one of our pages. A foreign page could sign its visitor in as another person. A
 * request that names no origin does not come from a browser, so it has no visitor to harm.
 */
export function isOwnForm(request: FastifyRequest, hosts: Hosts): boolean {
  return isFormFrom(request, hosts.loginUrl) || isWithoutOrigin(request);
}
