import createClient from 'openapi-fetch';
import type { paths } from './generated';

declare const process: { readonly env: Readonly<Record<string, string | undefined>> };

const { ADDRESS: baseUrl = '', KEY: key } = process.env;
const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });
const external_user_id = 'user-1';

async function call(): Promise<void> {
  const body = { prompt: 'A question', context: { external_user_id } };
  const accepted = await client.POST('/jobs', { body });
  const path = { uuid: accepted.data?.job_uuid ?? '' };
  const waiting = { external_user_id, wait: 30, until: 'final' } as const;
  const job = await client.GET('/jobs/{uuid}', { params: { path, query: waiting } });
  const output = await client.GET('/jobs/{uuid}/output', { params: { path, query: { external_user_id } } });
  const usage = await client.GET('/usage', { params: { query: { external_user_id } } });
  const none = { external_user_id, limit: 0 };
  const refused = await client.GET('/conversations', { params: { query: none } });
  // What is generated knows the types of members and the values of a closed set.
  const answer: string | null | undefined = output.data?.answer;
  const used: number | undefined = usage.data?.usage.requests.used;
  const status: 'completed' | 'failed' = job.data?.status === 'completed' ? job.data.status : 'failed';
  console.log(JSON.stringify({ status, answer, used, refused: refused.error?.code }));
}

void call();
