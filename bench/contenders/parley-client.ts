import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ROOT } from '../support/program.ts';

const run = promisify(execFile);
const READY_LIMIT_MS = 60_000;

/** The few requests that cases send themselves, outside the load. */
export class ParleyClient {
  readonly origin: string;
  readonly apiKey: string;

  constructor(origin: string, apiKey: string) {
    this.origin = origin;
    this.apiKey = apiKey;
  }

  /** Returns a JSON answer; throws for any status but success. */
  async ask<T>(path: string, body?: object): Promise<T> {
    const answer = await fetch(this.origin + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${this.apiKey}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return JSON.parse(await answer.text());
  }

  /** Ready as a health check with a key defines it: the database answers. */
  async untilReady(): Promise<void> {
    const limit = AbortSignal.timeout(READY_LIMIT_MS);
    while (!(await this.#isReady())) await delay(10, undefined, { signal: limit });
  }

  async #isReady(): Promise<boolean> {
    try {
      await this.ask('/v1/health');
      return true;
    } catch {
      return false;
    }
  }
}

/** Uses the operator's command line; returns the new client's key. */
export async function createClient(
  environment: Readonly<Record<string, string>>,
  scopes = 'chat',
): Promise<string> {
  const words = ['client', 'create', 'bench', '--daily-limit', 'none', '--scopes', scopes, '--json'];
  const { stdout } = await run(process.execPath, ['bin/parley.js', ...words], {
    cwd: ROOT,
    env: environment,
  });
  const created: { api_key: string } = JSON.parse(stdout);
  return created.api_key;
}
