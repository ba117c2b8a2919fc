import type { FastifyRequest } from 'fastify';
import { errors } from '#core/errors.ts';
import type { Caller, Owner } from '#core/identity/caller.ts';
import { namedOwner } from '#core/openai/named-owner.ts';

interface Named {
  readonly safety_identifier?: unknown;
  readonly user?: unknown;
}

/** The owner whom a request names in its body, its query, or the header of the client's settings. */
export function requestOwner(caller: Caller, request: FastifyRequest, named: Named): Owner {
  const owner = namedOwner(caller, {
    safetyIdentifier: named.safety_identifier,
    user: named.user,
    inHeader: valuesOf(request, caller.client.openAi.userHeader),
  });
  request.namedUser = owner.userId;
  return owner;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Node reads the bytes of headers as Latin-1; identities are UTF-8 everywhere. */
function valuesOf({ raw }: FastifyRequest, header: string | null): string[] {
  if (header === null) return [];
  return (raw.headersDistinct[header] ?? []).map((value) => {
    try {
      return decoder.decode(Buffer.from(value, 'latin1'));
    } catch {
      throw errors.invalidField(header, 'must be UTF-8', 'characters');
    }
  });
}
