import createClient from 'openapi-fetch';
import type { paths } from './generated';

declare const process: { readonly env: Readonly<Record<string, string | undefined>> };

const { ADDRESS: baseUrl = '', KEY: key } = process.env;
const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });
const common = { model: 'assistant', user: 'user-1' };

async function call(): Promise<void> {
  const models = await client.GET('/models');
  const body = { ...common, messages: [{ role: 'user', content: 'A question' } as const] };
  const completion = await client.POST('/chat/completions', { body });
  const response = await client.POST('/responses', { body: { ...common, input: 'A question' } });
  const refused = await client.POST('/chat/completions', { body: { ...body, model: 'nobody' } });
  const ids: readonly string[] | undefined = models.data?.data.map(({ id }) => id);
  // An answer may come as events, too, which are text.
  if (typeof completion.data !== 'object' || typeof response.data !== 'object') return;
  const answer: string | null | undefined = completion.data.choices[0]?.message.content;
  const status: string = response.data.status;
  console.log(JSON.stringify({ ids, answer, status, refused: refused.error?.error.code }));
}

void call();
