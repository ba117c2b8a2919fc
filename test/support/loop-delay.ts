import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Loaded into a service before its own code: tells, at a port that it prints, for how many milliseconds the event loop
 * stood still at the most since it was asked last.
 */
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const server = createServer((_request, response) => {
  // What the timer measured of this very turn of the loop comes with the next one.
  setTimeout(() => {
    response.end(String(delay.max / 1e6));
    delay.reset();
  }, 5);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) console.log(`Loop delay at port ${address.port}`);
});
server.unref();
