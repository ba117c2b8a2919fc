import { createChatCompletion, createResponse, listModels } from './generated';
import { client } from './generated/client.gen';

declare const process: { readonly env: Readonly<Record<string, string | undefined>> };

// The address is the one that the description names.
client.setConfig({ auth: process.env['KEY'] });
const common = { model: 'assistant', user: 'user-1' };

async function call(): Promise<void> {
  const models = await listModels();
  const body = { ...common, messages: [{ role: 'user', content: 'A question' } as const] };
  const completion = await createChatCompletion({ body });
  const response = await createResponse({ body: { ...common, input: 'A question' } });
  const refused = await createChatCompletion({ body: { ...body, model: 'nobody' } });
  const ids: readonly string[] | undefined = models.data?.data.map(({ id }) => id);
  const answer: string | null | undefined = completion.data?.choices[0]?.message.content;
  const status: string | undefined = response.data?.status;
  console.log(JSON.stringify({ ids, answer, status, refused: refused.error?.error.code }));
}

void call();
