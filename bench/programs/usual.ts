/**
 * What a partner would build without Parley: Fastify, the AI SDK's `streamText`, and six awaited queries for the key,
 * the quota and the transcript. `DATABASE_URL=… node bench/programs/usual.ts --port N --provider http://…`
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import Fastify from 'fastify';
import {
  createOpenAICompatible,
  pipeTextStreamToResponse,
  streamText,
  toTextStream,
} from '#vendors/ai-sdk.ts';
import { UsualStore } from './usual-store.ts';

interface ChatBody {
  readonly prompt: string;
  readonly context: { readonly external_user_id: string };
}

const { values } = parseArgs({ options: { port: { type: 'string' }, provider: { type: 'string' } } });
const store = await UsualStore.open(process.env['DATABASE_URL'] ?? '');
const provider = createOpenAICompatible({
  name: 'mock',
  baseURL: `${values.provider}/v1`,
  apiKey: 'bench',
  includeUsage: true,
});
const model = provider.chatModel('mock');

const app = Fastify();
app.post<{ Body: ChatBody }>('/v1/stream', async (request, reply) => {
  const clientId = await store.clientOfKey(request.headers.authorization ?? '');
  if (clientId === null) return reply.code(401).send({ ok: false });
  if (!(await store.countRequest(clientId))) return reply.code(429).send({ ok: false });

  const conversation = randomUUID();
  const { prompt, context } = request.body;
  await store.addConversation(conversation, clientId, context.external_user_id);
  await store.addMessage(conversation, 'user', prompt);
  const messages = await store.messages(conversation);

  const result = streamText({ model, messages });
  reply.hijack();
  await pipeTextStreamToResponse({
    response: reply.raw,
    stream: toTextStream({ stream: result.stream }),
    headers: { 'x-conversation-id': conversation },
  });
  await store.addMessage(conversation, 'assistant', await result.text);
});

await app.listen({ port: Number(values.port), host: '127.0.0.1' });
process.on('SIGTERM', () => process.exit(0));
