import { createCall } from '#client/call.ts';
import type { ChatEndpoints } from '#client/routes/chat-endpoints.ts';
import { chatRoutes } from '#client/routes/chat-routes.ts';

/** The calls of the chat page, which the token of a frame may make too. */
export const call = createCall<ChatEndpoints>(chatRoutes, '/chat');
