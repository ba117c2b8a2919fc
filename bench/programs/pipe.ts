/**
 * The lower bound of the runtime: a node:http server that pipes the provider's bytes without parsing them. `node
 * bench/programs/pipe.ts --port N --provider http://127.0.0.1:M`
 */
import { Agent, createServer, request as send } from 'node:http';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { port: { type: 'string' }, provider: { type: 'string' } } });
const address = new URL('/v1/chat/completions', values.provider);
const agent = new Agent({ keepAlive: true });

const server = createServer((incoming, outgoing) => {
  const { 'content-length': length } = incoming.headers;
  const headers = { 'content-type': 'application/json', ...(length && { 'content-length': length }) };
  const upstream = send(address, { method: 'POST', agent, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, { 'content-type': answer.headers['content-type'] });
    answer.pipe(outgoing);
  });
  upstream.on('error', () => outgoing.destroy());
  outgoing.on('close', () => upstream.destroy());
  incoming.pipe(upstream);
});
server.keepAliveTimeout = 60_000;
server.listen(Number(values.port), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
