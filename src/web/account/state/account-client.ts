import { createCall } from '#client/call.ts';
import { createSend, type Request, readTagged } from '#client/request.ts';
import type { AccountEndpoints } from '#client/routes/account-endpoints.ts';
import { accountRoutes } from '#client/routes/account-routes.ts';
import type { logoUpload } from '#contract/endpoints/account-endpoints.ts';
import type { Read } from '../../administration/state/administration.ts';

export const accountRoot = '/account/api';

/** The calls of the account page. */
export const call = createCall<AccountEndpoints>(accountRoutes, accountRoot);

/** How the page reaches its tenant. */
export function createAccountClient(request: Request) {
  const read: Read = (call, { etag = null, signal } = {}) =>
    readTagged(request, call, etag, signal && { signal });
  const send = createSend(request);
  return {
    request,
    read,
    send,
    /** It answers what reading the brand answers. */
    uploadLogo: (file: File) =>
      send({ ...call('getBrand', {}), method: 'PUT', address: `${accountRoot}${logoPath}` }, { file }),
  };
}

export type AccountClient = ReturnType<typeof createAccountClient>;

/** Only the type is imported, so that the contract's schemas stay out of the page. */
const logoPath: (typeof logoUpload)['path'] = '/brand/logo';

/** The address of a download, for a link. */
export function exportAddress(identity: string): string {
  return call('exportUserData', { query: { identity } }).address;
}
