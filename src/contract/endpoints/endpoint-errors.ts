import type { ErrorCode } from '../errors.ts';
import type { adminEndpoints } from './admin-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import type { endpoints } from './endpoints.ts';

type Operation =
  | (typeof endpoints)[keyof typeof endpoints]['operation']
  | (typeof adminEndpoints)[keyof typeof adminEndpoints]['operation'];

/** Who asks: a key on the API's origin, or a session token on a tenant's. */
const surfaces = ['api', 'hosted'] as const;
export type Surface = (typeof surfaces)[number];

/** Every code that an operation can be refused with, in the order of the checks. */
export function errorCodesOf(endpoint: Endpoint, surface: Surface): readonly ErrorCode[] {
  const codes: readonly ErrorCode[] = [
    'bad_request',
    'request_timeout',
    ...credentialCodes(endpoint, surface),
    ...(endpoint.freshness === 'cached' ? (['subscription_inactive'] as const) : []),
    ...bodyCodes(endpoint),
    'validation_error',
    ...(surface === 'api' ? identityCodes(endpoint) : []),
    ...ownCodes(endpoint.operation),
    ...(surface === 'hosted' && endpoint.freshness === 'cached'
      ? (['deep_dive_first_send_not_allowed'] as const)
      : []),
    'unavailable',
    'internal_error',
  ];
  return [...new Set(codes)];
}

function credentialCodes({ scope }: Endpoint, surface: Surface): readonly ErrorCode[] {
  if (surface === 'hosted') {
    return [
      'session_required',
      'invalid_session',
      'session_expired',
      'session_revoked',
      'user_disabled',
      'origin_not_allowed',
    ];
  }
  const key = ['missing_api_key', 'invalid_api_key', 'client_disabled'] as const;
  return scope === null ? key : [...key, 'insufficient_scope'];
}

function bodyCodes({ body }: Endpoint): readonly ErrorCode[] {
  return body === null ? [] : ['unsupported_media_type', 'body_too_large', 'invalid_json'];
}

function identityCodes({ query, body, identityOptional }: Endpoint): readonly ErrorCode[] {
  const inQuery = 'external_user_id' in query.properties;
  const inBody = body !== null && 'external_user_id' in body.properties;
  const inContext = body !== null && 'context' in body.properties;
  if (!inQuery && !inBody && !inContext) return [];
  if (identityOptional) return ['reserved_identity_prefix'];
  const codes = ['external_user_id_required', 'reserved_identity_prefix'] as const;
  return inQuery && inBody ? [...codes, 'identity_conflict'] : codes;
}

const admission = [
  'prompt_too_long',
  'agent_not_allowed',
  'deep_dive_not_enabled',
  'conversation_not_found',
  'idempotency_mismatch',
  'no_response_to_retry',
  'conversation_busy',
  'rate_limited',
  'too_many_concurrent',
  'quota_exceeded',
] as const;

/** What an operation refuses beyond what its credentials, body and identity already say. */
const own = {
  getHealth: [],
  createHostedSession: [],
  streamAnswer: [
    ...admission,
    // A replay joins a run that may have been deleted since.
    'job_not_found',
    'provider_error',
    'provider_unavailable',
    'provider_timeout',
  ],
  createJob: [...admission, 'job_not_found', 'queue_full'],
  getJob: ['job_not_found', 'too_many_readers'],
  getJobOutput: ['job_not_found', 'too_many_readers'],
  followJob: ['job_not_found', 'too_many_readers'],
  cancelJob: ['job_not_found'],
  listConversations: [],
  getConversation: ['conversation_not_found'],
  renameConversation: ['conversation_not_found'],
  deleteConversation: ['conversation_not_found'],
  saveFeedback: ['conversation_not_found'],
  getUsage: [],
  listUsageDays: [],
  listProviders: [],
  listClients: [],
  createClient: ['already_exists'],
  getClient: ['client_not_found'],
  updateClient: ['client_not_found'],
  rotateClientKey: ['client_not_found'],
  rotateClientHandoff: ['client_not_found'],
  revokeClient: ['client_not_found'],
  enableClient: ['client_not_found'],
  bindAgent: ['client_not_found', 'agent_not_found'],
  unbindAgent: ['client_not_found', 'agent_not_found', 'agent_in_use'],
  listUsers: ['client_not_found'],
  createUser: ['client_not_found', 'already_exists'],
  updateUser: ['client_not_found', 'user_not_found'],
  resetUserPassword: ['client_not_found', 'user_not_found'],
  listAgents: [],
  createAgent: ['already_exists'],
  getAgent: ['agent_not_found'],
  updateAgent: ['agent_not_found', 'agent_in_use'],
  deleteAgent: ['agent_not_found', 'agent_in_use'],
  reportUsage: [],
  listAudit: [],
} as const satisfies Record<Operation, readonly ErrorCode[]>;

const ownByName: ReadonlyMap<string, readonly ErrorCode[]> = new Map(Object.entries(own));

function ownCodes(operation: string): readonly ErrorCode[] {
  const codes = ownByName.get(operation);
  if (codes === undefined) throw new Error(`${operation} has no errors in the contract`);
  return codes;
}
