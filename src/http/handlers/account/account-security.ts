import type { accountEndpoints } from '#contract/endpoints/account-endpoints.ts';
import { presentLoginSession } from '#core/administration/tenant/present-tenant.ts';
import { actorName } from '#core/audit/actor.ts';
import { presentTenantAudit } from '#core/audit/present-tenant-audit.ts';
import { readAudit } from '#core/audit/read-audit.ts';
import { errors } from '#core/errors.ts';
import { presentPage } from '#core/shared/list-page.ts';
import type { Handler } from '../../routing/call.ts';
import { type AccountServices, actorOf, administratorOf } from './account-services.ts';

type Endpoints = typeof accountEndpoints;

const shownSessions = 200;
const everySession = 100_000;

export function listSessions({ sessions }: AccountServices): Handler<Endpoints['listSessions']> {
  return async ({ caller }) => {
    const { client, sessionId } = administratorOf(caller);
    const open = await sessions.list(client.id, shownSessions);
    const data = open.map((session) => presentLoginSession(session, sessionId));
    return { body: { ok: true, object: 'list', data } };
  };
}

export function endSession({ sessions }: AccountServices): Handler<Endpoints['endSession']> {
  return async ({ caller, params }) => {
    const id = params['id'] ?? '';
    const isNone = /\p{Cc}/u.test(id);
    if (isNone || !(await sessions.end(caller.client.id, id, actorName(actorOf(caller))))) {
      throw errors.notFound();
    }
    return { body: { ok: true } };
  };
}

/** Reports what ended: every hosted session, the administrator's own among them, and every minted token. */
export function rotateHandoff({
  administration,
  sessions,
}: AccountServices): Handler<Endpoints['rotateHandoff']> {
  return async ({ caller }) => {
    const { client } = administratorOf(caller);
    const open = await sessions.list(client.id, everySession);
    await administration.clients.rotateHandoff(actorOf(caller), client.slug);
    return {
      body: { ok: true, ended: { login_sessions: open.length, own_session: true, handoff_tokens: 'all' } },
    };
  };
}

export function listAudit({ administration }: AccountServices): Handler<Endpoints['listAudit']> {
  return async ({ caller, query }) => {
    const filter = { clientSlug: caller.client.slug, actor: null, action: null };
    return { body: presentPage(await readAudit(administration.audit, filter, query), presentTenantAudit) };
  };
}
