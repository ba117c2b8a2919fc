/** The limits of the wire contract. "Characters" are Unicode code points; sizes are bytes unless named otherwise. */
export const limits = {
  bodyBytes: 512 * 1024,
  /** Bodies of clients of OpenAI's API, which send the whole conversation again with every question. */
  openAiBodyBytes: 4 * 1024 * 1024,
  /** How long a request may take to arrive. */
  requestMs: { head: 10_000, whole: 30_000 },
  promptCharacters: 32_000,
  /** Earlier messages that a request may import into a new conversation. */
  importedMessages: 2_000,
  /** All system and developer messages of a request together. */
  systemCharacters: 8_000,
  /** What a client adds to the instructions of an agent. */
  guidanceCharacters: 4_000,
  /** The versions of it that an answer lists. */
  guidanceVersions: 50,
  /** Levels of objects and lists within one parameter of the OpenAI-compatible routes. */
  nestedLevels: 64,
  externalUserIdBytes: 255,
  titleCharacters: 200,
  searchCharacters: 200,
  commentCharacters: 2_000,
  /** The text of all documents of a client, unless the operator sets another limit. */
  knowledgeBytes: 50 * 1024 * 1024,
  idempotencyKeyCharacters: 255,
  idempotencyHours: 24,
  conversationPage: { default: 20, max: 100 },
  messagePage: { default: 50, max: 200 },
  administrativePage: { default: 20, max: 100 },
  eventPage: { default: 20, max: 100 },
  /** Events stay in the log for this long. */
  eventDays: 30,
  /** Endpoints of a client. */
  webhooks: 10,
  /** How long two secrets of an endpoint may overlap, in seconds. */
  webhookOverlapSeconds: { default: 86_400, max: 604_800 },
  toolServers: 10,
  /** Approved tools of a client for one agent, and the bytes of what a model is told of them. */
  toolsOfAgent: { count: 16, bytes: 16 * 1024 },
  toolTimeoutMs: { default: 10_000, min: 1_000, max: 30_000 },
  toolLabelCharacters: 80,
  toolQuestionCharacters: 300,
  toolArgumentsBytes: 8 * 1024,
  /** The calls of a server that an answer lists. */
  toolCallsListed: 50,
  /** What is read of an answer of a tool, and what a model is told of it. */
  toolResultBytes: { read: 256 * 1024, kept: 32 * 1024 },
  /** The size of the messages on one page, which ends with the message that reaches it. */
  messagePageBytes: 512 * 1024,
  waitSeconds: 30,
  sessionTtlSeconds: { default: 3_600, min: 300, max: 43_200 },
  loginSessionSeconds: 43_200,
  heartbeatSeconds: 15,
  streamHeaderHoldMs: 5_000,
  writeBufferBytes: 64 * 1024,
  /** Long polls, followers and searches of one owner in a process; answers of POST /stream do not count. */
  waitingReaders: 64,
  /** How long two keys of a client may overlap. */
  keyOverlapSeconds: 604_800,
  /** The same of a rotation by the partner, which ends no key at once. */
  ownKeyOverlapSeconds: { default: 86_400, min: 3_600, max: 604_800 },
  retentionDays: 36_500,
  /** Unlisted conversations are erased when they were untouched for this long. */
  unlistedDays: 30,
  defaultDailyLimit: { trial: 200, active: 5_000, past_due: 200, canceled: 200 },
} as const;

/** Operator-managed accounts live under this prefix; no Bearer route accepts it. */
export const reservedIdentityPrefix = 'hu:';

export const reservedSlugs = ['login', 'console', 'api', 'www', 'admin', 'status'] as const;

export const defaultAgentSlug = 'assistant';

/** How many characters a password has, by Unicode code points. */
export const passwordLength = { min: 12, max: 200 } as const;

/** The largest value of PostgreSQL's type integer. */
export const largestInteger = 2_147_483_647;
