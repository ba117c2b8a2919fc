import { client } from './client.ts';
import { startSite } from './site.ts';

/**
 * A partner's web site with the chat in it, against a Parley that runs on this machine:
 *
 *     node examples/partner-site/main.ts
 *
 * It creates its client with the operator's command line. When PARLEY_KEY is set, it uses that client instead, whose
 * origins must then contain the address of this site.
 */
const port = Number(process.env['SITE_PORT'] ?? 4000);
const origin = `http://localhost:${port}`;
const baseUrl = process.env['PARLEY_URL'] ?? 'http://localhost:8080/v1';

await startSite({
  port,
  baseUrl,
  apiKey: process.env['PARLEY_KEY'] ?? (await client('partner-site', origin)),
});
console.log(`The partner's site is at ${origin}`);
