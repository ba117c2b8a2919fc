import { createCall } from '#client/call.ts';
import type { Request } from '#client/request.ts';
import type { ChatEndpoints } from '#client/routes/chat-endpoints.ts';
import { chatRoutes } from '#client/routes/chat-routes.ts';
import type { GuidanceChoice } from '#contract/closed-sets.ts';

const call = createCall<ChatEndpoints>(chatRoutes, '/chat');

/**
 * Asks a question in a conversation that no list shows, and returns its answer piece by piece. Rejects where it is
 * refused; throws where the answer is cut.
 */
export async function* askOnce(
  request: Request,
  prompt: string,
  guidance: GuidanceChoice,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  const body = { prompt, options: { guidance, on_disconnect: 'cancel' } } as const;
  const asked = call('stream', { body });
  const response = await request(asked.address, { ...asked, headers: { accept: 'text/plain' }, signal });
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    yield value;
  }
}
