import { Webhook } from 'standardwebhooks';

export const toolSecret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD4TkmnYHLHjA=';

export const signedCall = {
  external_user_id: 'user-1',
  facts: { plan: 'team' },
  agent_slug: 'assistant',
  conversation_uuid: '0199c6a2-7f00-7a10-8b1c-4f0d5a6b7c01',
  job_uuid: '0199c6a2-7f01-7a10-8b1c-4f0d5a6b7c02',
  attempt: 1,
  confirmed_at: null,
  livemode: true,
};

export interface SignedMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface MessageOptions {
  readonly secret?: string;
  readonly id?: string;
  readonly date?: Date;
  /** Instead of what is sent otherwise. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A message of the protocol as Parley sends it, signed by code that is not ours. */
export function signedMessage(method: string, params: object = {}, options: MessageOptions = {}) {
  const name = 'name' in params ? String(params.name) : null;
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'dev.parley/call': signedCall,
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { _meta, ...params } });
  return signed(body, {
    ...options,
    headers: {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(name !== null && { 'mcp-name': name }),
      ...options.headers,
    },
  });
}

/** Any body, signed. */
export function signed(body: string, options: MessageOptions = {}): SignedMessage {
  const { secret = toolSecret, id = 'call_1', date = new Date(), headers } = options;
  return {
    body,
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...headers,
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(date.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign(id, date, body),
    },
  };
}
