import type { FastifyInstance, FastifyRequest } from 'fastify';
import { consoleEndpoints as on } from '#contract/endpoints/console/console-endpoints.ts';
import { countConsoleAttempt, uncountConsoleAttempt } from '#core/operators/console-attempts.ts';
import type { OpenConsole } from '#core/operators/operator.ts';
import type { ThrottleStore } from '#core/sign-in/throttle.ts';
import { signedOutHeaders } from '../../server/security-headers.ts';
import { type ConsoleGate, openInBrowser } from '../../session/console-gate.ts';
import { addOpenRoute, addOwnRoute } from '../../session/console-routes.ts';
import { type ConsoleFacts, presentSession } from './present-session.ts';

export interface SignInServices extends ConsoleGate {
  readonly throttle: ThrottleStore;
  readonly facts: ConsoleFacts;
  endSession(id: string): Promise<boolean>;
}

const done = { ok: true } as const;

/** Signing in and out: a link, a passkey, and a passkey once more for what cannot be undone. */
export function addConsoleSignIn(app: FastifyInstance, prefix: string, services: SignInServices): void {
  const { access, cookies } = services;
  const shown = (open: OpenConsole) => presentSession(open, services.facts);

  addOpenRoute(app, prefix, services, on.enrol, async ({ body, request, reply }) => {
    const token = await attempted(services, request, () => access.enrol(body.code, body.email));
    return { body: shown(await openInBrowser(services, reply, token)) };
  });
  addOpenRoute(app, prefix, services, on.beginSignIn, async ({ request }) => {
    await countConsoleAttempt(services.throttle, request.ip);
    return { body: { ...done, ...(await access.beginSignIn()) } };
  });
  addOpenRoute(app, prefix, services, on.signIn, async ({ body, request, reply }) => {
    const token = await attempted(services, request, () => access.signIn(body));
    // The one that the ceremony began with.
    await uncountConsoleAttempt(services.throttle, request.ip);
    return { body: shown(await openInBrowser(services, reply, token)) };
  });
  addOwnRoute(app, prefix, services, on.getSession, async ({ open }) => ({ body: shown(open) }));
  addOwnRoute(app, prefix, services, on.endSession, async ({ open, reply }) => {
    await services.endSession(open.session.id);
    cookies.clear(reply, 'console');
    void reply.headers(signedOutHeaders);
    return { body: done };
  });
  addOwnRoute(app, prefix, services, on.beginConfirm, async ({ open }) => ({
    body: { ...done, ...(await access.beginConfirm(open)) },
  }));
  addOwnRoute(app, prefix, services, on.confirm, async ({ open, body, request, reply }) => {
    await access.confirm(open, body);
    const token = cookies.read(request, 'console') ?? '';
    return { body: shown(await openInBrowser(services, reply, token)) };
  });
}

/** Failures count; what succeeds does not. */
async function attempted<T>(
  { throttle }: SignInServices,
  { ip }: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> {
  await countConsoleAttempt(throttle, ip);
  const result = await work();
  await uncountConsoleAttempt(throttle, ip);
  return result;
}
