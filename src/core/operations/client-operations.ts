import { perDimension } from '#contract/quota.ts';
import type { ClientDeletion } from '../administration/delete-client.ts';
import type { ClientManager, ClientWithKey } from '../administration/manage-clients.ts';
import { presentClient } from '../administration/present-client.ts';
import type { Client } from '../clients/client.ts';
import type { ScreenStore } from '../screens/screen-store.ts';
import { presentPage } from '../shared/list-page.ts';
import { type OperationCall, operation, parameter } from './operation.ts';
import { patienceOf, requireFresh, requireScope } from './principal.ts';

interface Services {
  readonly clients: ClientManager;
  tenantUrl(slug: string): string;
}

interface ListServices extends Services {
  readonly screens: Pick<ScreenStore, 'chargesToday' | 'lastActive'>;
}

interface DeletionServices {
  readonly clientDeletion: ClientDeletion;
}

export const clientOperations = {
  listClients: operation('listClients', async (services: ListServices, { by, query }) => {
    const { q: search = null, status: state = null, sort = 'slug', include } = query;
    // Usage is opened by a scope of its own, wherever it is shown: an order shows it, too.
    if (include === 'today' || sort === 'today' || sort === 'last_active') requireScope(by, 'admin:usage');
    const { clients, screens, tenantUrl } = services;
    const found = await clients.list(query, { search, state, sort });
    const activityOf =
      include === 'today'
        ? await readActivity(
            screens,
            found.rows.map(({ id }) => id),
          )
        : () => ({});
    return {
      body: presentPage(found, (client) => ({
        ...presentClient(client, tenantUrl(client.slug)),
        ...activityOf(client),
      })),
    };
  }),
  createClient: operation('createClient', async (services: Services, { by, body }) => {
    const { slug, ...settings } = body;
    const created = await services.clients.create(by.actor, slug, settings);
    return { body: keyAnswer(services, created), location: `/clients/${created.client.slug}` };
  }),
  getClient: operation('getClient', async (services: Services, { params }) =>
    clientResult(services, await services.clients.find(parameter(params, 'slug'))),
  ),
  updateClient: operation('updateClient', async (services: Services, { by, params, body }) => {
    // Disabling is revoking, so it needs the same confirmation.
    if (body.enabled === false) requireFresh(by);
    const slug = parameter(params, 'slug');
    return clientResult(services, await services.clients.update(by.actor, slug, body));
  }),
  rotateKey: operation('rotateKey', async (services: Services, { by, params, body }) => {
    const slug = parameter(params, 'slug');
    return {
      body: keyAnswer(services, await services.clients.rotateKey(by.actor, slug, body?.overlap_seconds)),
    };
  }),
  endPreviousKey: operation('endPreviousKey', (services: Services, call) =>
    change('endPreviousKey', services, call),
  ),
  rotateHandoff: operation('rotateHandoff', (services: Services, call) =>
    change('rotateHandoff', services, call),
  ),
  revokeClient: operation('revokeClient', (services: Services, call) => change('revoke', services, call)),
  enableClient: operation('enableClient', (services: Services, call) => change('enable', services, call)),
  deleteClient: operation('deleteClient', async ({ clientDeletion }: DeletionServices, { by, params }) => {
    const slug = parameter(params, 'slug');
    await clientDeletion.delete(by.actor, slug, patienceOf(by));
    return { body: { ok: true, slug, deleted: true } } as const;
  }),
  bindAgent: operation('bindAgent', (services: Services, call) => changeBinding('bindAgent', services, call)),
  unbindAgent: operation('unbindAgent', (services: Services, call) =>
    changeBinding('unbindAgent', services, call),
  ),
};

/** What the clients of a page have used today, and when their newest question came. */
async function readActivity(screens: ListServices['screens'], ids: readonly number[]) {
  const [{ charges }, lastActive] = await Promise.all([screens.chargesToday(ids), screens.lastActive(ids)]);
  return ({ id }: Client) => ({
    today: charges.get(id) ?? perDimension(() => 0),
    last_active_at: lastActive.get(id)?.toISOString() ?? null,
  });
}

type Call = Pick<OperationCall, 'by' | 'params'>;

/** These differ only in the change they make. */
async function change(
  verb: 'revoke' | 'enable' | 'rotateHandoff' | 'endPreviousKey',
  services: Services,
  { by, params }: Call,
) {
  return clientResult(services, await services.clients[verb](by.actor, parameter(params, 'slug')));
}

async function changeBinding(verb: 'bindAgent' | 'unbindAgent', services: Services, { by, params }: Call) {
  const [slug, agent] = [parameter(params, 'slug'), parameter(params, 'agent')];
  return clientResult(services, await services.clients[verb](by.actor, slug, agent));
}

function clientResult({ tenantUrl }: Services, client: Client) {
  return { body: { ok: true, client: presentClient(client, tenantUrl(client.slug)) } } as const;
}

/** The only answers with a key in them. */
function keyAnswer({ tenantUrl }: Services, { client, apiKey }: ClientWithKey) {
  return { ok: true, api_key: apiKey, client: presentClient(client, tenantUrl(client.slug)) } as const;
}
