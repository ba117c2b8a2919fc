import type { Conversation, ConversationList, UsageAnswer } from '#contract/resources.ts';
import type { ReleaseOwner } from '../../test/support/upgrade/release.ts';
import { bodyOf, JobCaller } from '../../test/support/world/job-caller.ts';
import type { TestService } from '../../test/support/world/process.ts';

/** An end user who uses the features of a release and can list the results afterwards. */
export class ReleaseUser extends JobCaller {
  readonly key: string;
  readonly #jobs: string[] = [];

  constructor(service: TestService, key: string, user: string) {
    super(service, 0, key, user);
    this.key = key;
  }

  /** Streams, jobs, retries, feedback, titles, refusals: everything that leaves a row. */
  async useEverything(): Promise<void> {
    const first = await this.talk('What is a turn?');
    await this.talk('And a job?', { conversation_uuid: first });
    await this.talk('In detail', { options: { detailed_response: true } });
    await this.#change('PATCH', `/conversations/${first}`, { title: 'A title, "quoted"; and more' });
    await this.#change('POST', `/conversations/${first}/feedback`, { rating: 'up', comment: 'Good' });
    await this.talk(undefined, { conversation_uuid: first, options: { think_harder_retry: true } });
    const job = await this.enqueue(
      { prompt: 'Later', options: { priority: 'priority' } },
      { 'idempotency-key': 'one' },
    );
    await this.enqueue({ prompt: 'Later', options: { priority: 'priority' } }, { 'idempotency-key': 'one' });
    await this.untilFinal(job.job_uuid);
    this.#jobs.push(job.job_uuid);
    const deleted = await this.talk('Forget this');
    await this.#change('DELETE', `/conversations/${deleted}`);
  }

  /** Resolves with the conversation's id. */
  async talk(prompt: string | undefined, body: object = {}): Promise<string> {
    const response = await this.send('/stream', { prompt, ...body });
    if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
    await response.text();
    this.#jobs.push(response.headers.get('x-job-id') ?? '');
    return response.headers.get('x-conversation-id') ?? '';
  }

  /** As often as the quota allows, and once more. */
  async useUpTo(limit: number): Promise<void> {
    for (let count = 0; count < limit; count++) await this.talk(`Question ${count}`);
    const refused = await this.send('/stream', { prompt: 'One too many' });
    if (refused.status !== 429) throw new Error(`it was to be refused: ${refused.status}`);
  }

  async untilTextOf(jobId: string): Promise<void> {
    let output = await this.output(jobId);
    while (output.text === '') output = await this.output(jobId, output.cursor, 5);
  }

  async contents(): Promise<ReleaseOwner> {
    const identity = new URLSearchParams({ external_user_id: this.user });
    const list = await bodyOf<ConversationList>(await this.fetch(`/conversations?${identity}`));
    const { usage } = await bodyOf<UsageAnswer>(await this.fetch(`/usage?${identity}`));
    const conversations = await Promise.all(
      list.data.map(async ({ conversation_uuid: id }) =>
        bodyOf<Conversation>(await this.fetch(`/conversations/${id}?${identity}`)),
      ),
    );
    return { key: this.key, user: this.user, usage, conversations, jobs: this.#jobs };
  }

  #change(method: string, path: string, body: object = {}): Promise<void> {
    return this.ask(method, path, { external_user_id: this.user, ...body });
  }

  /** Any request that must succeed. */
  async ask(method: string, path: string, body: object): Promise<void> {
    const response = await this.fetch(path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  }
}
