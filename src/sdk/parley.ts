import type { AnswerStream } from './answer/answer-stream.ts';
import { sendPrompt } from './answer/open-answer.ts';
import type { SendOptions, StreamRequest } from './chat-request.ts';
import { Actions } from './resources/actions.ts';
import { BlockedUsers } from './resources/blocked-users.ts';
import { apiKeyOnly, type CallOptions } from './resources/call-options.ts';
import { Conversations } from './resources/conversations.ts';
import { Documents } from './resources/documents.ts';
import { Events } from './resources/events.ts';
import { FeedbackOfUsers } from './resources/feedback.ts';
import { Guidance } from './resources/guidance.ts';
import { HostedSessions } from './resources/hosted-sessions.ts';
import { Jobs } from './resources/jobs.ts';
import { Keys } from './resources/keys.ts';
import { ToolServers } from './resources/tool-servers.ts';
import { UserData } from './resources/user-data.ts';
import { Webhooks } from './resources/webhooks.ts';
import { type ParleyOptions, readSettings } from './settings.ts';
import { Transport } from './transport.ts';
import type { AgentList, Health, ProviderList, UsageAnswer, UsageDays } from './wire.ts';

type Signal = Pick<CallOptions, 'signal'>;

/** Days as `YYYY-MM-DD`, both included. */
export interface UsageDaysOptions extends CallOptions {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** A client of one Parley service: with an API key on a partner's backend, or with a hosted token in a browser. */
export class Parley {
  readonly jobs: Jobs;
  readonly actions: Actions;
  readonly conversations: Conversations;
  readonly guidance: Guidance;
  readonly documents: Documents;
  readonly hostedSessions: HostedSessions;
  readonly events: Events;
  readonly webhooks: Webhooks;
  readonly blockedUsers: BlockedUsers;
  readonly userData: UserData;
  readonly toolServers: ToolServers;
  readonly keys: Keys;
  readonly feedback: FeedbackOfUsers;
  readonly #transport: Transport;

  constructor(options: ParleyOptions) {
    this.#transport = new Transport(readSettings(options));
    this.jobs = new Jobs(this.#transport);
    this.actions = new Actions(this.#transport);
    this.conversations = new Conversations(this.#transport);
    this.guidance = new Guidance(this.#transport);
    this.documents = new Documents(this.#transport);
    this.hostedSessions = new HostedSessions(this.#transport);
    this.events = new Events(this.#transport);
    this.webhooks = new Webhooks(this.#transport);
    this.blockedUsers = new BlockedUsers(this.#transport);
    this.userData = new UserData(this.#transport);
    this.toolServers = new ToolServers(this.#transport);
    this.keys = new Keys(this.#transport);
    this.feedback = new FeedbackOfUsers(this.#transport);
  }

  /** Sends a prompt at once. Aborting the signal, or leaving the loop over the answer, cancels it. */
  stream(request: StreamRequest, options: SendOptions = {}): AnswerStream {
    return sendPrompt(this.#transport, request, options);
  }

  readonly usage = {
    /** The meters of the current UTC day. */
    get: (options: CallOptions = {}): Promise<UsageAnswer> =>
      this.#transport.json({ method: 'GET', path: '/usage', ...options }),
    /** Usage by UTC day, the last 30 by default, of one end user or of all. */
    days: async ({ from, to, ...options }: UsageDaysOptions = {}): Promise<UsageDays> => {
      apiKeyOnly(this.#transport, 'usage.days');
      return this.#transport.json({ method: 'GET', path: '/usage/days', query: { from, to }, ...options });
    },
  };

  readonly agents = {
    /** The agents that `agentSlug` may name. */
    list: async (options: Signal = {}): Promise<AgentList> => {
      apiKeyOnly(this.#transport, 'agents.list');
      return this.#transport.json({ method: 'GET', path: '/agents', ...options });
    },
  };

  readonly providers = {
    list: async (options: Signal = {}): Promise<ProviderList> => {
      apiKeyOnly(this.#transport, 'providers.list');
      return this.#transport.json({ method: 'GET', path: '/providers', ...options });
    },
  };

  /** The status of the service and its dependencies. It resolves for a failing service too: see `status`. */
  async health(options: Signal = {}): Promise<Health> {
    apiKeyOnly(this.#transport, 'health');
    return this.#transport.json({ method: 'GET', path: '/health', answerStatus: 503, ...options });
  }
}
