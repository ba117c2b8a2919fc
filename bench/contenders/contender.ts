import type { Target } from '../load/profile.ts';
import type { ProcessUsage } from '../support/process-usage.ts';

/** One side of a comparison, running and ready. */
export interface Contender extends AsyncDisposable {
  readonly name: ContenderName;
  readonly target: Target;
  /** The processes that speak HTTP. */
  server(): ProcessUsage;
  /** PostgreSQL with all its children; empty when nothing is stored. */
  database(): ProcessUsage;
}

export type ContenderName =
  | 'parley'
  | 'parley at pace 0'
  | 'parley in chunks'
  | 'observed'
  | 'pipe'
  | 'direct'
  | 'usual'
  | 'nginx';

export const NOTHING: ProcessUsage = { cpuMs: 0, residentKb: 0 };

const PROMPT = 'Tell me about the weather in spring.';
const TO_PROVIDER = { model: 'mock', stream: true, messages: [{ role: 'user', content: PROMPT }] };
const TO_SERVICE = { prompt: PROMPT, context: { external_user_id: 'user-{n}' } };

/** The provider itself, or a program that forwards its bytes without parsing them. */
export function providerTarget(port: number, path = '/v1/stream'): Target {
  return target(port, { path, body: JSON.stringify(TO_PROVIDER), format: 'openai' });
}

/** For contenders that store conversations: every request is a new one, of another end user of one client. */
export function serviceTarget(port: number, options: Partial<Target> = {}): Target {
  return target(port, { path: '/v1/stream', body: JSON.stringify(TO_SERVICE), format: 'text', ...options });
}

function target(port: number, options: Pick<Target, 'path' | 'body' | 'format'> & Partial<Target>): Target {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer bench' };
  return { host: '127.0.0.1', port, method: 'POST', headers, expectedStatus: 200, ...options };
}
