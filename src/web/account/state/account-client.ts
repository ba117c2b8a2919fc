import type { Static, TSchema } from 'typebox';
import { type Request, readJson } from '#client/request.ts';
import type { accountEndpoints, logoUpload } from '#contract/endpoints/account-endpoints.ts';
import type { Language } from '#contract/languages/languages.ts';

type Endpoints = typeof accountEndpoints;
type ResponseBody<E> = E extends { readonly answers: infer A }
  ? A[keyof A] extends TSchema
    ? Static<A[keyof A]>
    : never
  : never;

/** The response of an operation of the account page. */
export type ResponseOf<Name extends keyof Endpoints> = ResponseBody<Endpoints[Name]>;
type Body<Name extends keyof Endpoints> = Endpoints[Name]['body'] extends TSchema
  ? Static<Endpoints[Name]['body']>
  : never;

/** The tenant's `/account/api/*` routes. */
export function createAccountClient(request: Request) {
  const get = (path: string) => request(`${root}${path}`);
  const send = (method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
    request(`${root}${path}`, { method, ...(body === undefined ? {} : { body }) });
  return {
    setLanguage: (language: Language) => request('/session/language', { method: 'PUT', body: { language } }),

    readUsage: () => get('/usage').then(readJson<ResponseOf<'getUsage'>>),

    listUsers: (cursor: string | null, part: string) =>
      get(`/users${queryOf({ cursor, q: part })}`).then(readJson<ResponseOf<'listUsers'>>),
    inviteUser: (body: Body<'inviteUser'>) =>
      send('POST', '/users', body).then(readJson<ResponseOf<'inviteUser'>>),
    updateUser: (id: string, body: Body<'updateUser'>) =>
      send('PATCH', userPath(id), body).then(readJson<ResponseOf<'updateUser'>>),
    resetPassword: (id: string) =>
      send('POST', `${userPath(id)}/reset-password`, {}).then(readJson<ResponseOf<'resetPassword'>>),

    listBlockedUsers: (cursor: string | null) =>
      get(`/blocked-users${pageOf(cursor)}`).then(readJson<ResponseOf<'listBlockedUsers'>>),
    blockUser: (identity: string) =>
      send('PUT', `/blocked-users${personOf(identity)}`, {}).then(readJson<ResponseOf<'blockUser'>>),
    unblockUser: (identity: string) =>
      send('DELETE', `/blocked-users${personOf(identity)}`, {}).then(readJson<ResponseOf<'unblockUser'>>),
    eraseUserData: (identity: string) =>
      send('DELETE', `/user-data${personOf(identity)}`, {}).then(readJson<ResponseOf<'eraseUserData'>>),

    updateBrand: (body: Body<'updateBrand'>) =>
      send('PATCH', '/brand', body).then(readJson<ResponseOf<'updateBrand'>>),
    removeLogo: () => send('DELETE', logoPath).then(readJson<ResponseOf<'removeLogo'>>),
    uploadLogo: (file: File) =>
      request(`${root}${logoPath}`, { method: 'PUT', file }).then(readJson<ResponseOf<'getBrand'>>),

    readEmbedding: () => get('/embedding').then(readJson<ResponseOf<'getEmbedding'>>),
    updateEmbedding: (origins: string[]) =>
      send('PATCH', '/embedding', { origins }).then(readJson<ResponseOf<'updateEmbedding'>>),
    checkEmbedding: (body: Body<'checkEmbedding'>) =>
      send('POST', '/embedding/check', body).then(readJson<ResponseOf<'checkEmbedding'>>),

    listWebhooks: () => get('/webhooks').then(readJson<ResponseOf<'listWebhooks'>>),
    createWebhook: (body: Body<'createWebhook'>) =>
      send('POST', '/webhooks', body).then(readJson<ResponseOf<'createWebhook'>>),
    updateWebhook: (id: string, body: Body<'updateWebhook'>) =>
      send('PATCH', `/webhooks/${id}`, body).then(readJson<ResponseOf<'updateWebhook'>>),
    deleteWebhook: (id: string) => send('DELETE', `/webhooks/${id}`),
    rotateWebhookSecret: (id: string) =>
      send('POST', `/webhooks/${id}/rotate-secret`, {}).then(readJson<ResponseOf<'rotateSecret'>>),
    testWebhook: (id: string) => send('POST', `/webhooks/${id}/test`, {}),
    enableWebhook: (id: string) =>
      send('POST', `/webhooks/${id}/enable`, {}).then(readJson<ResponseOf<'enableWebhook'>>),
    listDeliveries: (id: string) =>
      get(`/webhooks/${id}/deliveries?limit=20`).then(readJson<ResponseOf<'listDeliveries'>>),
    retryDelivery: (id: string, event: string) =>
      send('POST', `/webhooks/${id}/deliveries/${event}/retry`, {}),

    listSessions: () => get('/security/sessions').then(readJson<ResponseOf<'listSessions'>>),
    endSession: (id: string) => send('DELETE', `/security/sessions/${encodeURIComponent(id)}`),
    rotateHandoff: () =>
      send('POST', '/security/rotate-handoff', {}).then(readJson<ResponseOf<'rotateHandoff'>>),
    listEndedTurns: (filters: Readonly<Record<'status' | 'request_id' | 'cursor', string | null>>) =>
      get(`/ended-turns${queryOf(filters)}`).then(readJson<ResponseOf<'listEndedTurns'>>),
    listAudit: (cursor: string | null) =>
      get(`/security/audit${pageOf(cursor)}`).then(readJson<ResponseOf<'listAudit'>>),
  };
}

export type AccountClient = ReturnType<typeof createAccountClient>;

const root = '/account/api';
/** Only the type is imported, so that the contract's schemas stay out of the page. */
const logoPath: (typeof logoUpload)['path'] = '/brand/logo';

/** The address of a download, for a link. */
export function exportAddress(identity: string): string {
  return `${root}/user-data${personOf(identity)}`;
}

function personOf(identity: string): string {
  return `?${new URLSearchParams({ identity })}`;
}

function userPath(id: string): string {
  return `/users/${encodeURIComponent(id)}`;
}

function pageOf(cursor: string | null): string {
  return queryOf({ cursor });
}

/** Leaves out what is empty. */
function queryOf(members: Readonly<Record<string, string | null>>): string {
  const query = new URLSearchParams(
    Object.entries(members).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  return query.size === 0 ? '' : `?${query}`;
}
