/**
 * The load generator, always a process of its own: `node bench/load/main.ts '<LoadProfile as JSON>'`.
 * Prints `{"held":true}` for a `hold` whose streams are all open, and its LoadResult as the last line.
 */
import { ConnectionPool } from './connection-pool.ts';
import { createExchanges } from './exchange.ts';
import { runPattern } from './patterns.ts';
import type { LoadProfile } from './profile.ts';
import { Recorder } from './recorder.ts';

const profile: LoadProfile = JSON.parse(process.argv[2] ?? '');
const pool = new ConnectionPool(profile.target.host, profile.target.port);
const recorder = new Recorder();
await runPattern(profile.pattern, createExchanges(profile, pool, recorder), () => print({ held: true }));
const result = recorder.result();
pool.close();
print(result);
process.stdin.destroy();

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
