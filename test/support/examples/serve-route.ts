import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { POST } from '../../../examples/partner-site/token-endpoints/next/app/api/chat-token/route.ts';

/** Serves the handler of the Next.js example without Next.js, at PORT. */
createServer(async (request, response) => {
  const answer = await POST(
    new Request(`http://localhost${request.url}`, {
      method: 'POST',
      headers: { cookie: request.headers.cookie ?? '' },
      body: new Uint8Array(await buffer(request)),
    }),
  );
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
}).listen(Number(process.env['PORT']), '127.0.0.1', () => console.log('The token endpoint listens'));
