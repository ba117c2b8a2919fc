import { SignJWT } from 'jose';
import { onFreePort, startProcess, type TestProcess, type TestService } from '#test/world/process.ts';
import { requireRefusal, requireTokens, type TokenEndpoint } from './token-endpoint.ts';

export interface EndpointProgram {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly signIn: TokenEndpoint['signIn'];
}

const sessionSecret = 'a-secret-of-the-partner-with-enough-characters';
const wrongKey = `parley_sk_${'x'.repeat(43)}`;

/** Starts a token endpoint with the right key, and once more with a wrong one, and asks both. */
export async function tryEndpoint(
  example: EndpointProgram,
  service: TestService,
  key: string,
): Promise<void> {
  await Promise.all([
    withEndpoint(example, service, key, requireTokens),
    withEndpoint(example, service, wrongKey, (endpoint) => requireRefusal(endpoint, wrongKey)),
  ]);
}

/** The cookie that a partner's own sign-in would have signed, for the Next.js example. */
export async function signedCookie(): Promise<string> {
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject('anna')
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(sessionSecret));
  return `session=${token}`;
}

async function withEndpoint(
  endpoint: EndpointProgram,
  service: TestService,
  key: string,
  judge: (endpoint: TokenEndpoint) => Promise<void>,
): Promise<void> {
  await using started = await onFreePort((port) => startEndpoint(port, endpoint, service, key));
  await judge({ origin: `http://127.0.0.1:${started.port}`, signIn: endpoint.signIn });
}

async function startEndpoint(
  port: number,
  { program, args, cwd }: EndpointProgram,
  service: TestService,
  key: string,
): Promise<TestProcess & { readonly port: number }> {
  const started = startProcess(program, args, {
    ...(cwd !== undefined && { cwd }),
    env: {
      PORT: String(port),
      HOME: service.dataFolder,
      PARLEY_URL: `${service.origin}/v1`,
      PARLEY_KEY: key,
      SESSION_SECRET: sessionSecret,
      NEXT_TELEMETRY_DISABLED: '1',
    },
  });
  await started.printed(/listens|Ready in/);
  return { ...started, port };
}
