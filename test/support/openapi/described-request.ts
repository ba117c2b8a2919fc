import type { Method, Operation } from '#http/openapi/types.ts';

/** A request as the document describes it, or with one mistake. */
export interface DescribedRequest {
  readonly method: Method;
  /** As in the document. */
  readonly path: string;
  readonly operation: Operation;
  /** The mistake, or `good`. */
  readonly name: string;
  readonly hosted: boolean;
  /** The path of its server, `/openai/v1` for one. */
  readonly prefix: string;
  /** Values of the path's parameters; those that are missing come from the world. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly caller: Caller;
}

export type Caller =
  | 'good'
  | 'none'
  | 'wrong'
  | 'forbidden'
  | 'lapsed'
  | 'used up'
  | 'busy'
  | 'refused'
  | 'failing'
  | 'crowd'
  | 'ten endpoints'
  | 'no room'
  | 'two keys'
  | 'too fast'
  | 'another person';

/** The same body as a send to a conversation. */
export function inConversation(request: DescribedRequest, uuid: string): string {
  if (request.prefix !== '/openai/v1') return withMember(request, { conversation_uuid: uuid });
  return withMember(request, { metadata: { conversation_uuid: uuid } });
}

export function withMember({ body }: DescribedRequest, members: object): string {
  const parsed: object = JSON.parse(body ?? '{}');
  return JSON.stringify({ ...parsed, ...members });
}
