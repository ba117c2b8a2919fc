import type { Target } from '../load/profile.ts';
import type { ProcessUsage } from '../support/process-usage.ts';

/** One side of a comparison, running and ready. */
export interface Contender extends AsyncDisposable {
  readonly name: ContenderName;
  readonly target: Target;
  /** What speaks HTTP. */
  server(): ProcessUsage;
  /** PostgreSQL with all its children; nothing where nothing is stored. */
  database(): ProcessUsage;
}

export type ContenderName = 'parley' | 'pipe' | 'direct' | 'usual' | 'nginx';

export const NOTHING: ProcessUsage = { cpuMs: 0, residentKb: 0 };

/** The one question that all of them are asked, so that each side reads and forwards the same bytes. */
export function streamTarget(port: number, options: Partial<Target> = {}): Target {
  return {
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/v1/stream',
    headers: { 'content-type': 'application/json', authorization: 'Bearer bench' },
    body: '{"prompt":"Tell me about the weather in spring.","context":{"external_user_id":"user-{n}"}}',
    format: 'openai',
    expectedStatus: 200,
    ...options,
  };
}
