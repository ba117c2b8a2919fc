import {
  acceptMessage,
  type FrameMessage,
  type HostMessage,
  hostMessages,
  type InitMessage,
  initMessage,
  isRecord,
  protocol,
} from '#contract/launcher.ts';

export interface HostLink {
  /** What the launcher sent along with the port. */
  readonly init: InitMessage;
  send(message: FrameMessage): void;
  /** Starts to listen; earlier messages have been waiting. */
  listen(onMessage: (message: HostMessage) => void): void;
}

/** The parts of a window that are needed: of the frame's own, and of its parent. */
export interface FrameWindow {
  readonly parent: { postMessage(message: unknown, targetOrigin: string): void };
  readonly location: { readonly ancestorOrigins?: ArrayLike<string> };
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
  removeEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
}

/**
 * The frame's side of the handshake. Says hello with a nonce, and takes the port of the first reply that comes from
 * the parent, from an allowed origin, with that nonce. Everything else is ignored without a reply.
 */
export function linkToHost(
  frame: FrameWindow,
  origins: readonly string[],
  nonce: string = crypto.randomUUID(),
): Promise<HostLink> {
  return new Promise((resolve) => {
    const onMessage = (event: MessageEvent<unknown>) => {
      const [port, ...others] = event.ports;
      if (event.source !== frame.parent || !isAllowed(frame, origins, event.origin)) return;
      if (port === undefined || others.length > 0) return;
      if (!isRecord(event.data) || event.data['parley'] !== protocol) return;
      // A launcher of an earlier release, which a page may have pinned, does not send it.
      const data: unknown = { restore: null, ...event.data };
      if (!acceptMessage(initMessage, data) || data.nonce !== nonce) return;
      frame.removeEventListener('message', onMessage);
      resolve(openLink(data, port));
    };
    frame.addEventListener('message', onMessage);
    // A page that frames us has passed frame-ancestors, and a nonce alone is worthless.
    frame.parent.postMessage({ parley: protocol, t: 'hello', nonce }, '*');
  });
}

function isAllowed({ location }: FrameWindow, origins: readonly string[], origin: string): boolean {
  const ancestor = location.ancestorOrigins?.[0] ?? origin;
  return origins.includes(origin) && ancestor === origin;
}

function openLink(init: InitMessage, port: MessagePort): HostLink {
  return {
    init,
    send: (message) => port.postMessage(message),
    listen(onMessage) {
      port.onmessage = ({ data }: MessageEvent<unknown>) => {
        if (acceptMessage(hostMessages, data)) onMessage(data);
      };
    },
  };
}
