import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { makeFolder } from '../machine/make-folder.ts';
import { type ServedHandler, serveHandler } from './serve-handler.ts';
import { signed, signedCall } from './signed-message.ts';

const program = join(
  import.meta.dirname,
  '../../vendors/node_modules/@modelcontextprotocol/conformance/dist/index.js',
);

interface Check {
  readonly id: string;
  readonly status: string;
}

export interface Judged {
  readonly passed: number;
  /** The checks that failed, by their names. */
  readonly failed: readonly string[];
}

/** What the protocol's own suite says of a server of tools, whose messages are signed on the way to it. */
export async function judgeToolServer(url: string, scenario: string): Promise<Judged> {
  await using signer = await startSigner(url);
  const folder = makeFolder('parley-conformance-');
  try {
    const words = ['server', '--url', signer.url, '--scenario', scenario];
    words.push('--spec-version', '2026-07-28', '--output-dir', folder);
    const running = spawn(process.execPath, [program, ...words], { cwd: folder, stdio: 'pipe' });
    const said = text(running.stdout);
    await once(running, 'close');
    const [file] = globSync('**/checks.json', { cwd: folder });
    if (file === undefined) throw new Error(`No result of ${scenario}: ${await said}`);
    const checks: readonly Check[] = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    const failed = checks.filter(({ status }) => status === 'FAILURE').map(({ id }) => id);
    return {
      passed: checks.filter(({ status }) => status === 'SUCCESS').length,
      failed: [...new Set(failed)].sort(),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The suite knows nothing of Parley: what it sends is signed, and says who asks, as Parley's requests do. */
function startSigner(url: string): Promise<ServedHandler> {
  return serveHandler(async (request, response) => {
    const own: Record<string, string> = {};
    for (const [name, value] of Object.entries(request.headers)) {
      if (/^mcp-|^origin$/.test(name) && typeof value === 'string') own[name] = value;
    }
    const { headers, body } = signed(withCall(await text(request)), { headers: own });
    const answer = await fetch(url, { method: 'POST', headers, body });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(await answer.text());
  });
}

function withCall(body: string): string {
  const message = JSON.parse(body);
  const meta = message.params?._meta;
  if (typeof meta === 'object' && meta !== null) meta['dev.parley/call'] = signedCall;
  return JSON.stringify(message);
}
