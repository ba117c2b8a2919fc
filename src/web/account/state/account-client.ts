import { type CallAnswer, createCall } from '#client/call.ts';
import { type Request, readJson } from '#client/request.ts';
import type { AccountEndpoints } from '#client/routes/account-endpoints.ts';
import { accountRoutes } from '#client/routes/account-routes.ts';
import { createSend } from '#client/send.ts';
import type { logoUpload } from '#contract/endpoints/account-endpoints.ts';
import type { Language } from '#contract/languages/languages.ts';

/** The calls of the account page. */
export const call = createCall<AccountEndpoints>(accountRoutes);

/** How the page reaches its tenant. */
export function createAccountClient(request: Request) {
  return {
    send: createSend(request, root),
    setLanguage: (language: Language) => request('/session/language', { method: 'PUT', body: { language } }),
    uploadLogo: (file: File) =>
      request(`${root}${logoPath}`, { method: 'PUT', file }).then(
        readJson<CallAnswer<AccountEndpoints['getBrand']>>,
      ),
  };
}

export type AccountClient = ReturnType<typeof createAccountClient>;

const root = '/account/api';
/** Only the type is imported, so that the contract's schemas stay out of the page. */
const logoPath: (typeof logoUpload)['path'] = '/brand/logo';

/** The address of a download, for a link. */
export function exportAddress(identity: string): string {
  return `${root}${call('exportUserData', { query: { identity } }).address}`;
}
