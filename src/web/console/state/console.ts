import { computed, type Signal, signal } from '@preact/signals';
import { createRequest } from '#client/request.ts';
import { RequestFailed } from '#client/request-failed.ts';
import type { ConsoleSession } from '#contract/console/session.ts';
import { type Api, createApi } from './api.ts';
import { createRoute, type Route } from './route.ts';
import { createStepUp, type StepUp } from './step-up.ts';

/** The step of signing in. */
export type Access =
  | { readonly state: 'checking' }
  | { readonly state: 'signed-out'; readonly reason: 'new' | 'ended' | 'left' }
  /** A link was opened; a click redeems its code, because programs open links, too. */
  | { readonly state: 'enrolling'; readonly code: string }
  /** The link was redeemed; a passkey comes next. */
  | { readonly state: 'registering'; readonly session: ConsoleSession }
  | { readonly state: 'signed-in'; readonly session: ConsoleSession };

/** The state of the page. */
export interface Console {
  readonly access: Signal<Access>;
  readonly route: Signal<Route>;
  readonly api: Api;
  /** The end user whom the next page of a partner shows: an identity stands in no address. */
  readonly lookUp: Signal<string | null>;
  readonly stepUp: StepUp;
  /** Shows the sign-in when a failure means that the session has ended. */
  readonly noticeFailure: (error: unknown) => void;
}

export function createConsole(session: ConsoleSession | null): Console {
  const access = signal(firstAccess(session));
  const stepUp = createStepUp(computed(() => operatorIn(access.value)));
  return {
    access,
    route: createRoute(),
    lookUp: signal(null),
    api: createApi(createRequest(null), stepUp),
    stepUp,
    noticeFailure: (error) => {
      const isOver = error instanceof RequestFailed && endings.some((code) => code === error.code);
      if (isOver && access.peek().state === 'signed-in')
        access.value = { state: 'signed-out', reason: 'ended' };
    },
  };
}

const endings = ['session_required', 'session_expired', 'session_revoked', 'invalid_session'] as const;

function firstAccess(session: ConsoleSession | null): Access {
  const code = takeCode();
  if (code !== null) return { state: 'enrolling', code };
  return session === null ? { state: 'checking' } : { state: 'signed-in', session };
}

function operatorIn(access: Access): string | null {
  return access.state === 'signed-in' ? access.session.operator.id : null;
}

/** The code of `/enrol#<code>`, which leaves the address at once: it must not stay in the history. */
function takeCode(): string | null {
  if (location.pathname !== '/enrol') return null;
  const code = location.hash.slice(1);
  history.replaceState(null, '', '/');
  return code === '' ? null : code;
}
