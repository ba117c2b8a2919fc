import { once } from 'node:events';
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from '#adapters/postgres/embedded/embedded.ts';

/** Holds the PostgreSQL of the options in its first argument until SIGTERM. */
const options: EmbeddedPostgresOptions = JSON.parse(process.argv[2] ?? '');
const asked = once(process, 'SIGTERM');
const postgres = await startEmbeddedPostgres(options);
console.log(`ready ${postgres.pid} ${postgres.connection.connectionString}`);
// An event that may come later keeps no process alive.
const alive = setInterval(() => undefined, 60_000);
await asked;
await postgres[Symbol.asyncDispose]();
clearInterval(alive);
