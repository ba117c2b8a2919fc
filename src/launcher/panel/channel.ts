import {
  acceptMessage,
  type FrameMessage,
  frameMessages,
  type HostMessage,
  helloMessage,
  type InitMessage,
  isRecord,
  protocol,
} from '#contract/launcher.ts';

export interface ChannelOptions {
  readonly frame: HTMLIFrameElement;
  /** The only origin that messages are accepted from and sent to. */
  readonly origin: string;
  /** Sent along with the port. */
  readonly state: () => Omit<InitMessage, 't' | 'nonce'>;
  /** A document in the frame has requested a port. It happens again when the frame is reloaded. */
  readonly onHello: () => void;
  readonly onMessage: (message: FrameMessage) => void;
}

/** The launcher's side of the handshake: one port for each document that says hello from the frame. */
export function openChannel({ frame, origin, state, onHello, onMessage }: ChannelOptions) {
  // Messages sent before the other side listens wait in the port.
  let { port1: port, port2: other } = new MessageChannel();
  let isTaken = false;
  const onWindowMessage = ({ source, origin: from, data, ports }: MessageEvent<unknown>) => {
    const target = frame.contentWindow;
    if (!target || source !== target || from !== origin || ports.length) return;
    if (!isRecord(data) || data['parley'] !== protocol || !acceptMessage(helloMessage, data)) return;
    if (isTaken) {
      port.close();
      ({ port1: port, port2: other } = new MessageChannel());
    }
    isTaken = true;
    port.onmessage = (event: MessageEvent<unknown>) => {
      if (acceptMessage(frameMessages, event.data)) onMessage(event.data);
    };
    onHello();
    target.postMessage({ parley: protocol, t: 'init', nonce: data.nonce, ...state() }, origin, [other]);
  };
  addEventListener('message', onWindowMessage);
  return {
    send: (message: HostMessage) => port.postMessage(message),
    close(): void {
      removeEventListener('message', onWindowMessage);
      port.close();
    },
  };
}
