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
  /** What the launcher said along with the port. */
  readonly init: InitMessage;
  send(message: FrameMessage): void;
  /** Begins to listen; what was said before has waited. */
  listen(onMessage: (message: HostMessage) => void): void;
}

/** What is needed of a window: the frame's own, and the one around it. */
export interface FrameWindow {
  readonly parent: { postMessage(message: unknown, targetOrigin: string): void };
  readonly location: { readonly ancestorOrigins?: ArrayLike<string> };
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
  removeEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
}

/**
 * The frame's side of the handshake. Says hello with a nonce, and takes the one port of the first answer that comes
 * from the parent, from an allowed origin, with that nonce. Everything else is not answered in any way.
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
      const { data } = event;
      if (!isRecord(data) || data['parley'] !== protocol) return;
      if (!acceptMessage(initMessage, data) || data.nonce !== nonce) return;
      frame.removeEventListener('message', onMessage);
      resolve(openLink(data, port));
    };
    frame.addEventListener('message', onMessage);
    // Whoever frames us has passed frame-ancestors; and a nonce alone is worth nothing.
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
