import { sessionOperations as rows } from '#contract/operations/sessions.ts';
import type { ClientManager } from '../../administration/manage-clients.ts';
import { presentLoginSession } from '../../administration/tenant/present-tenant.ts';
import { actorName } from '../../audit/actor.ts';
import { type AuditStore, presentTenantAudit, readAudit } from '../../audit/audit.ts';
import { errors } from '../../errors.ts';
import { presentPage } from '../../shared/list-page.ts';
import type { LoginSessionWriter } from '../../sign-in/sign-in-store.ts';
import { parameter } from '../operation.ts';
import { listed, type PerformsAll } from './client-operation.ts';

export interface SessionServices {
  readonly clients: ClientManager;
  readonly sessions: LoginSessionWriter;
  readonly audit: AuditStore;
}

const shownSessions = 200;
const everySession = 100_000;

/** The operations on the sessions of a tenant, and on the log of its changes. */
const performs: PerformsAll<typeof rows, SessionServices> = {
  listSessions: async ({ sessions }, { by, client }) => {
    const own = by.channel === 'account' ? by.actor.sessionId : null;
    const open = await sessions.list(client.id, shownSessions);
    return { body: { ok: true, object: 'list', data: open.map((one) => presentLoginSession(one, own)) } };
  },
  endSession: async ({ sessions }, { by, client, params }) => {
    if (!(await sessions.end(client.id, parameter(params, 'id'), actorName(by.actor)))) {
      throw errors.notFound();
    }
    return { body: { ok: true } };
  },
  /** Answers with what ended: every hosted session, the administrator's own among them, and every minted token. */
  rotateHandoff: async ({ clients, sessions }, { by, client }) => {
    const open = await sessions.list(client.id, everySession);
    await clients.rotateHandoff(by.actor, client.slug);
    return {
      body: { ok: true, ended: { login_sessions: open.length, own_session: true, handoff_tokens: 'all' } },
    };
  },
  listAudit: async ({ audit }, { client, query }) => {
    const filter = { clientSlug: client.slug, actor: null, action: null };
    return { body: presentPage(await readAudit(audit, filter, query), presentTenantAudit) };
  },
};

export const sessionOperations = listed(rows, performs);
