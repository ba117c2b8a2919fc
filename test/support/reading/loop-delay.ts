import { createServer } from 'node:http';

/**
 * Loaded into a service before its own code. On a port that it prints, it returns the longest time in milliseconds
 * for which one turn of the event loop has kept its thread busy since the last request. It measures processor time,
 * so other processes on a busy machine do not count.
 */
let longestMs = 0;
let last = usedMs();
setInterval(() => {
  const now = usedMs();
  longestMs = Math.max(longestMs, now - last);
  last = now;
}, 1).unref();

const server = createServer((_request, response) => {
  // The previous turn of the loop is counted by then.
  setTimeout(() => {
    response.end(String(longestMs));
    longestMs = 0;
  }, 5);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) console.log(`Loop delay at port ${address.port}`);
});
server.unref();

function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
