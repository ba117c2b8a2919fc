import { createCall } from '#client/call.ts';
import type { SessionEndpoints } from '#client/routes/chat-endpoints.ts';
import { sessionRoutes } from '#client/routes/session-routes.ts';

/** The calls about the own account of a person who signed in. */
export const callSession = createCall<SessionEndpoints>(sessionRoutes, '/session');
