/** For the developers of the page, who read the console. Never part of the panel, and in English in every language. */
export function complain(...words: readonly unknown[]): void {
  console.error('Parley:', ...words);
}

/** Says what a code of the event `error` means, and what to do. */
export function explain(code: string, origin: string): void {
  const words = explanations[code];
  if (words) complain(`${code}: ${words(origin)}`);
}

const explanations: Readonly<Record<string, (origin: string) => string>> = {
  embed_blocked: (origin) =>
    `the frame of ${origin} did not answer. Add ${location.origin} to the allowed origins at ${origin}/account#embedding, ` +
    `and frame-src ${origin} to this page's Content-Security-Policy; or an extension or the network blocks it`,
  handshake_timeout: () => 'the frame began to load, and did not finish. A slow network, or an extension',
  token_invalid: (origin) =>
    `${origin} did not accept the token. It must be a fresh one, minted with the API key of this tenant ` +
    'by POST /v1/hosted-session',
  tenant_unavailable: (origin) => `there is no tenant at ${origin} any more. Ask the operator of the service`,
  subscription: () => "the tenant's subscription does not allow chat. Ask the operator of the service",
  network: (origin) => `${origin} could not be reached`,
};

/** Notices at once what the page's own policy blocks, where the frame would stay silent. */
export function explainErrors(origin: string, onBlocked: () => void): () => void {
  const onViolation = ({ blockedURI, effectiveDirective, disposition }: SecurityPolicyViolationEvent) => {
    if (disposition === 'report' || !blockedURI.startsWith(origin)) return;
    complain(`this page's Content-Security-Policy blocks the chat: add ${origin} to ${effectiveDirective}`);
    if (effectiveDirective === 'frame-src') onBlocked();
  };
  document.addEventListener('securitypolicyviolation', onViolation);
  return () => document.removeEventListener('securitypolicyviolation', onViolation);
}
