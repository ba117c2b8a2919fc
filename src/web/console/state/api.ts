import type { Call } from '#client/call.ts';
import { createSend, type Request, readTagged, type Send } from '#client/request.ts';
import { RequestFailed } from '#client/request-failed.ts';
import type { Read } from '../../administration/state/administration.ts';
import type { StepUp } from './step-up.ts';

export interface Api {
  readonly read: Read;
  /** An answer that is not a single JSON value. It may need a fresh passkey, as changes do. */
  readonly readText: (call: Call<string>) => Promise<string>;
  /** A change. When the service wants a fresh passkey first, the reader is asked for one, and it is sent again. */
  readonly send: Send;
}

/** How the page reaches the console's own host. */
export function createApi(request: Request, stepUp: StepUp): Api {
  const send = createSend(request);
  /** Does the work; when the service wants a fresh passkey first, asks the reader for one and does it again. */
  const confirmed = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!wantsPasskey(error)) throw error;
      await stepUp.ask();
      return await work();
    }
  };
  return {
    read: (call, { etag = null, isPoll = false, signal } = {}) =>
      readTagged(request, call, etag, {
        ...(signal && { signal }),
        ...(isPoll && { headers: { 'x-parley-poll': '1' } }),
      }),
    readText: ({ address }) => confirmed(async () => (await request(address)).text()),
    send: (call, options) => confirmed(() => send(call, options)),
  };
}

function wantsPasskey(error: unknown): boolean {
  return error instanceof RequestFailed && error.code === 'fresh_passkey_required';
}
