import {
  genAiLabels,
  genAiMetrics,
  genAiSource,
  genAiTimeBuckets,
  genAiTokenBuckets,
} from './conventions.ts';

/** A metric family: its name, its labels, and what it counts. */
export interface Family<Kind = 'counter' | 'gauge' | 'histogram'> {
  readonly kind: Kind;
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  /** Upper bounds, of a histogram only. */
  readonly buckets?: readonly number[];
  /** Gets a label for the client where the operator asks for one. */
  readonly perClient?: boolean;
}

const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
const statementBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];
const turnBuckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160, 320, 900];
const batchBuckets = [1, 2, 4, 8, 16, 32, 64, 128];

const counter = (name: string, labels: readonly string[], help: string): Family<'counter'> => ({
  kind: 'counter',
  name,
  labels,
  help,
});
const gauge = (name: string, labels: readonly string[], help: string): Family<'gauge'> => ({
  kind: 'gauge',
  name,
  labels,
  help,
});
const histogram = (
  name: string,
  labels: readonly string[],
  buckets: readonly number[],
  help: string,
): Family<'histogram'> => ({ kind: 'histogram', name, labels, buckets, help });
const perClient = <F extends Family>(family: F): F => ({ ...family, perClient: true });

/** Every family that a process exposes, besides those of the Node process. No label is ever free text. */
export const families = {
  build: gauge(
    'parley_build_info',
    ['version', 'node', 'postgres'],
    'Always 1; the labels name the versions.',
  ),

  requests: counter(
    'parley_http_requests_total',
    ['host', 'route', 'method', 'status'],
    'Answered requests.',
  ),
  requestSeconds: histogram(
    'parley_http_request_duration_seconds',
    ['host', 'route', 'method', 'status'],
    requestBuckets,
    'Time to the last byte of the answer.',
  ),
  streams: gauge('parley_streams_open', ['host'], 'Answers that are being streamed.'),
  waitingReaders: gauge('parley_waiting_readers', ['host'], 'Requests that wait for news of a turn.'),

  admissions: perClient(
    counter(
      'parley_admissions_total',
      ['delivery', 'result'],
      'Prompts, by result: admitted, replay, or error code.',
    ),
  ),
  admissionSeconds: histogram(
    'parley_admission_duration_seconds',
    ['delivery', 'result'],
    statementBuckets,
    'Time to decide about a prompt.',
  ),
  batchSize: histogram('parley_admission_batch_size', [], batchBuckets, 'Prompts in one transaction.'),

  turns: perClient(counter('parley_turns_total', ['delivery', 'outcome'], 'Ended turns.')),
  turnSeconds: histogram(
    'parley_turn_duration_seconds',
    ['delivery', 'outcome'],
    turnBuckets,
    'Duration of the attempt that ended a turn.',
  ),
  firstTextSeconds: histogram(
    'parley_first_text_seconds',
    ['delivery', 'outcome'],
    genAiTimeBuckets,
    'Time from the beginning of that attempt to its first text.',
  ),
  tokens: perClient(
    counter(
      'parley_tokens_total',
      ['provider', 'model', 'kind', 'type'],
      'Tokens, as providers report them; what a cache gave and got is a part of the input.',
    ),
  ),
  knowledgeSeconds: histogram(
    'parley_knowledge_search_duration_seconds',
    ['outcome'],
    statementBuckets,
    'Time to search the documents of a turn: whole, found, none or failed.',
  ),
  titles: counter('parley_titles_total', ['outcome'], 'Titles that a model was asked for or spared.'),

  providerCalls: counter(
    'parley_provider_calls_total',
    ['provider', 'model', 'outcome'],
    'Calls to providers.',
  ),
  providerRetries: counter(
    'parley_provider_retries_total',
    ['provider', 'model', 'reason'],
    'Failed calls that were repeated, or moved to a fallback.',
  ),
  circuit: gauge('parley_provider_circuit', ['provider'], '0 closed, 1 half-open or failing, 2 open.'),

  queueJobs: gauge(
    'parley_queue_jobs',
    ['queue', 'state'],
    'Jobs that wait for a worker; all processes show the same.',
  ),
  queueOldest: gauge('parley_queue_oldest_seconds', ['queue', 'state'], 'Age of the oldest of them.'),
  workerSlots: gauge('parley_worker_slots', ['queue', 'state'], 'Job slots of this process.'),

  staleWrites: counter(
    'parley_stale_writes_total',
    ['write'],
    'Refused writes of attempts that another one has replaced.',
  ),
  recovered: counter('parley_recovered_turns_total', ['to'], 'Turns of lost processes, by their outcome.'),
  refunds: counter('parley_refunds_total', ['reason'], 'Refunded turns, by error code.'),

  heartbeatAge: gauge(
    'parley_heartbeat_age_seconds',
    [],
    'Time since the last heartbeat that the database accepted.',
  ),
  databaseUp: gauge('parley_database_up', [], '1 while the database takes writes.'),
  connections: gauge(
    'parley_database_connections',
    ['state'],
    'Connections of this process; `waiting` counts requests for one.',
  ),
  statementSeconds: histogram(
    'parley_statement_duration_seconds',
    ['statement'],
    statementBuckets,
    'Round trips to the database, by their purpose.',
  ),
  oldestTransaction: gauge(
    'parley_oldest_transaction_seconds',
    [],
    'Age of the oldest open transaction of the database, for which replaced rows are kept.',
  ),
  replicationSlot: gauge(
    'parley_replication_slot_bytes',
    [],
    'The largest amount of write-ahead log that the server keeps for one replication slot.',
  ),

  eventsLag: gauge(
    'parley_events_lag_seconds',
    [],
    'How far the readable end of the event log lags behind the present: the age of the oldest writing transaction.',
  ),
  webhookAttempts: counter(
    'parley_webhook_attempts_total',
    ['outcome'],
    'Attempts to deliver webhooks: delivered, again, failed, or gone.',
  ),
  webhookPending: gauge('parley_webhook_pending', [], 'Deliveries with attempts left, in all processes.'),
  webhookOldest: gauge(
    'parley_webhook_oldest_seconds',
    [],
    'How long the oldest attempt is overdue; one whose time has not come is not overdue.',
  ),

  documents: gauge(
    'parley_documents',
    [],
    'Documents that agents answer from, of all clients and the operator.',
  ),
  chunks: gauge('parley_document_chunks', [], 'The parts in which these documents are found.'),

  signIns: counter('parley_sign_ins_total', ['result'], 'Sign-in attempts with a password.'),
  throttled: counter('parley_throttled_total', ['rule'], 'Requests refused for their number.'),

  genAiDuration: {
    kind: 'histogram',
    name: genAiMetrics.duration,
    labels: [genAiLabels.operation, genAiLabels.provider, genAiLabels.model, genAiLabels.error],
    buckets: genAiTimeBuckets,
    help: `GenAI operation duration. ${genAiSource}`,
  },
  genAiFirstChunk: {
    kind: 'histogram',
    name: genAiMetrics.firstChunk,
    labels: [genAiLabels.operation, genAiLabels.provider, genAiLabels.model],
    buckets: genAiTimeBuckets,
    help: `Time to the first chunk of a streamed answer. ${genAiSource}`,
  },
  genAiTokens: {
    kind: 'histogram',
    name: genAiMetrics.tokens,
    labels: [genAiLabels.operation, genAiLabels.provider, genAiLabels.model, genAiLabels.tokenType],
    buckets: genAiTokenBuckets,
    help: `Number of input and output tokens used. ${genAiSource}`,
  },
} as const satisfies Record<string, Family>;

export type FamilyName = keyof typeof families;
