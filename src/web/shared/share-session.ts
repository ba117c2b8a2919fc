const channelName = 'parley-session';

let channel: BroadcastChannel | null = null;

/**
 * Tells the other tabs of this origin who is signed in here, and that the person signs out. `leave` is called when
 * another tab says that this page's person is not signed in any more. Returns what ends it.
 */
export function shareSession(userId: string, signOutUrl: string, leave: () => void): () => void {
  const own = new BroadcastChannel(channelName);
  channel = own;
  let isSigningOut = false;
  const onSubmit = ({ target }: SubmitEvent) => {
    if (target instanceof HTMLFormElement) isSigningOut = new URL(target.action).pathname === signOutUrl;
  };
  // The page goes when the service has answered. Before that, the others would find the session still open.
  const onHide = () => {
    if (isSigningOut) shareSignOut();
  };
  own.addEventListener('message', ({ data }) => {
    if (data !== userId) leave();
  });
  own.postMessage(userId);
  addEventListener('submit', onSubmit);
  addEventListener('pagehide', onHide);
  return () => {
    own.close();
    if (channel === own) channel = null;
    removeEventListener('submit', onSubmit);
    removeEventListener('pagehide', onHide);
  };
}

/** Tells the other tabs of this origin that the session has ended. */
export function shareSignOut(): void {
  channel?.postMessage(null);
}
