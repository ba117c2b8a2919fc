import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Its last byte was here when its sender was asked for. */
    cameWhole: boolean;
  }
}

/** To be called where the sender of a request is asked for, before its body is waited for. */
export function noteArrival(request: FastifyRequest): void {
  request.cameWhole = request.raw.complete;
}
