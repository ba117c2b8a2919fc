import { createJob, getJob, getJobOutput, getUsage, listConversations } from './generated';
import { client } from './generated/client.gen';

declare const process: { readonly env: Readonly<Record<string, string | undefined>> };

// The address is the one that the description names.
client.setConfig({ auth: process.env['KEY'] });
const external_user_id = 'user-1';

async function call(): Promise<void> {
  const body = { prompt: 'A question', context: { external_user_id } };
  const accepted = await createJob({ body });
  const path = { uuid: accepted.data?.job_uuid ?? '' };
  const job = await getJob({ path, query: { external_user_id, wait: 30, until: 'final' } });
  const output = await getJobOutput({ path, query: { external_user_id } });
  const usage = await getUsage({ query: { external_user_id } });
  const refused = await listConversations({ query: { external_user_id, limit: 0 } });
  // What is generated knows the types of members and the values of a closed set.
  const answer: string | null | undefined = output.data?.answer;
  const used: number | undefined = usage.data?.usage.requests.used;
  const status: 'completed' | 'failed' = job.data?.status === 'completed' ? job.data.status : 'failed';
  console.log(JSON.stringify({ status, answer, used, refused: refused.error?.code }));
}

void call();
