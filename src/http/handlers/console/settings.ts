import type { FastifyInstance } from 'fastify';
import type { ConsoleSettings } from '#contract/console/session.ts';
import { consoleEndpoints as on } from '#contract/endpoints/console/console-endpoints.ts';
import { actorName } from '#core/audit/actor.ts';
import { errors } from '#core/errors.ts';
import type { Mailer } from '#core/mail/mailer.ts';
import { managesService } from '#core/operations/principal.ts';
import { auditPasskey } from '#core/operators/console-access.ts';
import {
  type OpenConsole,
  operatorIdentity,
  presentOperator,
  presentOperatorSession,
  presentPasskey,
} from '#core/operators/operator.ts';
import type { OperatorStore } from '#core/operators/operator-store.ts';
import { consoleSeconds } from '#core/operators/start-session.ts';
import {
  type ConsoleGate,
  openInBrowser,
  principalOf,
  requireOwnFreshness,
} from '../../session/console-gate.ts';
import { addOwnRoute } from '../../session/console-routes.ts';
import { type ConsoleFacts, presentSession } from './present-session.ts';

export interface SettingsServices extends ConsoleGate {
  readonly store: OperatorStore;
  readonly mailer: Mailer;
  readonly mailFrom: string;
  readonly facts: ConsoleFacts;
  configuration(): ConsoleSettings['configuration'];
}

const done = { ok: true } as const;

/** A person's own passkeys and sessions, and what an operator may see of the service's settings. */
export function addConsoleSettings(app: FastifyInstance, prefix: string, services: SettingsServices): void {
  const { access, store } = services;
  addOwnRoute(app, prefix, services, on.getSettings, async ({ open }) => ({
    body: await readSettings(services, open),
  }));
  addOwnRoute(app, prefix, services, on.beginPasskey, async ({ open }) => ({
    body: { ...done, ...(await access.beginRegistration(open)) },
  }));
  addOwnRoute(app, prefix, services, on.addPasskey, async ({ open, body, reply }) => {
    const name = body.name?.trim() ?? '';
    const token = await access.register(open, body, name === '' ? 'Passkey' : name);
    const opened = await openInBrowser(services, reply, token);
    return { status: 201, body: presentSession(opened, services.facts) } as const;
  });
  addOwnRoute(app, prefix, services, on.deletePasskey, async ({ open, params }) => {
    await store.change(principalOf(open).actor, async (change) => {
      if (!(await change.deletePasskey(open.operator.id, params['id'] ?? ''))) throw errors.notFound();
      // The sessions that it opened cannot be distinguished from the others.
      await change.endSessions(open.operator.id, open.session.id);
      await auditPasskey(change, open.operator, 'operator.delete_passkey', {});
    });
    return { body: done };
  });
  addOwnRoute(app, prefix, services, on.endOtherSession, async ({ open, params }) => {
    await endSession(store, open, params['id'] ?? '');
    return { body: done };
  });
}

async function readSettings(services: SettingsServices, open: OpenConsole): Promise<ConsoleSettings> {
  const { store, mailer, mailFrom } = services;
  const { id, role } = open.operator;
  const isOwner = role === 'owner';
  const [passkeys, sessions, operators] = await Promise.all([
    store.listPasskeys(id),
    store.listSessions(isOwner ? null : id, consoleSeconds.idle),
    isOwner ? store.list() : null,
  ]);
  return {
    ok: true,
    passkeys: passkeys.map(presentPasskey),
    sessions: sessions.map((session) => presentOperatorSession(session, open.session.id)),
    operators: operators?.map(presentOperator) ?? null,
    configuration: managesService(principalOf(open)) ? services.configuration() : [],
    mail: { by: mailer.delivers ? 'smtp' : 'outbox', from: mailFrom },
  };
}

async function endSession(store: OperatorStore, open: OpenConsole, id: string): Promise<void> {
  const isOwner = open.operator.role === 'owner';
  const sessions = await store.listSessions(isOwner ? null : open.operator.id, consoleSeconds.idle);
  const session = sessions.find((found) => found.id === id);
  if (session === undefined) throw errors.notFound();
  requireOwnFreshness(on.endOtherSession, open, session.operatorId);
  const { actor } = principalOf(open);
  await store.change(actor, async (change) => {
    await change.endSession(id);
    await change.audit.append({
      clientId: null,
      actor: actorName(actor),
      action: 'operator.end_session',
      subject: operatorIdentity(session.operatorId),
      before: null,
      after: null,
    });
  });
}
