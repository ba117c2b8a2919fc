import { documentLimits } from '#contract/knowledge/documents.ts';
import type { DescribedRequest } from './described-request.ts';

/** Another type, too many bytes, and more text than the client may have. */
export function fileMistakes(good: DescribedRequest): DescribedRequest[] {
  const headers = { ...good.headers, 'content-type': 'application/json' };
  const made = (name: string, body: string) => ({ ...good, name, body });
  return [
    { ...made('JSON', '{}'), headers },
    made('another text', 'text'),
    made('no text', ' '),
    made('a body too large', 'x'.repeat(documentLimits.bytes + 8_192)),
    ...(good.path.includes('/agents/{agent}')
      ? [{ ...made('no room', 'text'), caller: 'no room' as const }]
      : []),
  ];
}
