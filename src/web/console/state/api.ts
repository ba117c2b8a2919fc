import type { Call } from '#client/call.ts';
import { type Request, readJson } from '#client/request.ts';
import { RequestFailed } from '#client/request-failed.ts';
import { createSend, type Send } from '#client/send.ts';
import type { StepUp } from './step-up.ts';

interface ReadOptions {
  /** That of the answer before, which is `unchanged` while it still holds. */
  readonly etag?: string | null;
  /** The page asks by itself: that does not keep the session of an absent operator alive. */
  readonly isPoll?: boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface Api {
  readonly read: <T>(
    call: Call<T>,
    options?: ReadOptions,
  ) => Promise<'unchanged' | { readonly data: T; readonly etag: string | null }>;
  /** What is no single JSON value. It may need a fresh passkey, as changes do. */
  readonly readText: (call: Call<string>) => Promise<string>;
  /** A change. When the service wants a fresh passkey first, the reader is asked for one, and it is sent again. */
  readonly send: Send;
}

/** The routes of the console's own host, below `/api`. */
export function createApi(request: Request, stepUp: StepUp): Api {
  const send = createSend(request, '/api');
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
    read: async <T>({ address }: Call<T>, { etag = null, isPoll = false, signal }: ReadOptions = {}) => {
      try {
        const response = await request(`/api${address}`, {
          ...(signal === undefined ? {} : { signal }),
          headers: {
            ...(etag === null ? {} : { 'if-none-match': etag }),
            ...(isPoll ? { 'x-parley-poll': '1' } : {}),
          },
        });
        return { data: await readJson<T>(response), etag: response.headers.get('etag') };
      } catch (error) {
        if (error instanceof RequestFailed && error.status === 304) return 'unchanged';
        throw error;
      }
    },
    readText: ({ address }) => confirmed(async () => (await request(`/api${address}`)).text()),
    send: (call) => confirmed(() => send(call)),
  };
}

function wantsPasskey(error: unknown): boolean {
  return error instanceof RequestFailed && error.code === 'fresh_passkey_required';
}
