/** A table in which no column is a person's. */
export interface PlainTable {
  readonly table: string;
  /** For docs/peoples-data.md. */
  readonly holds: string;
  readonly lasts: string;
  /** The columns in which text, an id or JSON could name a person, and does not. */
  readonly columns: readonly string[];
  /** Whether its rows belong to a client, by a column `client_id`. An erased client takes them along. */
  readonly ofClient: boolean;
}

const asLongAsTheClient = 'until the client is deleted';

/** Every table without anything about people. */
export const tablesWithoutPeople: readonly PlainTable[] = [
  {
    table: 'agents',
    holds: 'instructions and models',
    lasts: 'until the agent is deleted',
    columns: [
      ...['slug', 'name', 'instructions', 'model', 'deep_dive_model', 'deep_dive_effort'],
      'deep_dive_instructions',
    ],
    ofClient: false,
  },
  {
    table: 'client_agents',
    holds: 'which clients may use which agents',
    lasts: asLongAsTheClient,
    columns: ['agent_slug'],
    ofClient: true,
  },
  {
    table: 'unlisted_conversations',
    holds: 'which conversations no list shows',
    lasts: 'until the conversation is deleted, or listed',
    columns: ['conversation_id'],
    ofClient: true,
  },
  {
    table: 'brands',
    holds: 'colours, words and logo of a tenant',
    lasts: asLongAsTheClient,
    columns: [
      'assistant_name',
      'accent',
      'radius',
      'font',
      'density',
      'greeting',
      'starters',
      'logo',
      'logo_type',
    ],
    ofClient: true,
  },
  {
    table: 'usage_clients',
    holds: 'how much each client has used on a day',
    lasts: asLongAsTheClient,
    columns: [],
    ofClient: true,
  },
  {
    table: 'usage_models',
    holds: 'turns and tokens of each client by day, model and agent',
    lasts: asLongAsTheClient,
    columns: ['provider', 'model', 'delivery', 'agent_slug'],
    ofClient: true,
  },
  {
    table: 'usage_days',
    holds: 'turns and tokens of all clients together by day, model and agent',
    lasts: 'for good',
    columns: ['provider', 'model', 'delivery', 'agent_slug'],
    ofClient: false,
  },
  {
    table: 'usage_months',
    holds: 'turns of each client by month',
    lasts: asLongAsTheClient,
    columns: [],
    ofClient: true,
  },
  {
    table: 'usage_model_entries',
    holds: 'what is added next to `usage_models`',
    lasts: 'a minute',
    columns: ['model_reference', 'delivery', 'agent_slug'],
    ofClient: true,
  },
  {
    table: 'refusal_minutes',
    holds: 'refused requests of each client by minute and code',
    lasts: '7 days',
    columns: ['code'],
    ofClient: true,
  },
  {
    table: 'provider_minutes',
    holds: 'calls to each model by minute',
    lasts: '7 days',
    columns: ['provider', 'model'],
    ofClient: false,
  },
  {
    table: 'turn_traces',
    holds: 'the trace of each queued job',
    lasts: 'a day',
    columns: ['turn_id', 'traceparent'],
    ofClient: true,
  },
  {
    table: 'webhooks',
    holds: 'addresses that events are delivered to',
    lasts: 'until the endpoint is deleted',
    columns: ['id', 'url', 'types', 'description', 'secret_key', 'previous_secrets', 'disabled_reason'],
    ofClient: true,
  },
  {
    table: 'event_log',
    holds: 'the generation of the event log, and the timeline of the server',
    lasts: 'always',
    columns: ['timeline'],
    ofClient: false,
  },
  {
    table: 'burst_windows',
    holds: 'requests of the current minute',
    lasts: asLongAsTheClient,
    columns: [],
    ofClient: true,
  },
  {
    table: 'retention_passes',
    holds: 'how far the search for old conversations has come',
    lasts: asLongAsTheClient,
    columns: ['behind'],
    ofClient: true,
  },
  {
    table: 'turn_readers',
    holds: 'running turns that are being read',
    lasts: 'a few seconds',
    columns: ['turn_id', 'process_id'],
    ofClient: true,
  },
  {
    table: 'lanes',
    holds: 'the time of the fair order, and where the first job is looked for',
    lasts: 'always',
    columns: ['lane', 'first_id'],
    ofClient: false,
  },
  {
    table: 'lane_clients',
    holds: 'the last place of each client in the queue',
    lasts: 'until the place has passed',
    columns: ['lane'],
    ofClient: true,
  },
  {
    table: 'lane_ranges',
    holds: 'the number of queued jobs in each part of the queue',
    lasts: 'until the jobs have started',
    columns: ['lane', 'id'],
    ofClient: false,
  },
  {
    table: 'processes',
    holds: 'the running processes',
    lasts: 'until the process stops',
    columns: ['id', 'state'],
    ofClient: false,
  },
  {
    table: 'parley_migrations',
    holds: 'the applied migrations',
    lasts: 'always',
    columns: ['name', 'checksum'],
    ofClient: false,
  },
  {
    table: 'parley_release',
    holds: 'the release that owns the database',
    lasts: 'always',
    columns: ['version', 'runs_beside', 'functions'],
    ofClient: false,
  },
];
