import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { run } from '#cli/run.ts';

/**
 * Runs the words of each request as `npx` would, and answers with what they print: 200 when they are done, 400 when
 * they are refused. Before the words, and before an empty one, stands the environment of the caller. NUL ends each.
 */
const [socket = ''] = process.argv.slice(2);
let previous: Promise<unknown> = Promise.resolve();

const server = createServer(async (request, response) => {
  const sent = (await buffer(request)).toString().split('\0').slice(0, -1);
  const words = sent.slice(sent.indexOf('') + 1);
  // Commands share the environment and the output, so each waits for the one before.
  const ran = previous.then(() => runAlone(sent.slice(0, sent.indexOf('')), words));
  previous = ran;
  const { code, output } = await ran;
  response.writeHead(code === 0 ? 200 : 400).end(output);
});
server.listen(socket, () => console.log('listening'));

async function runAlone(settings: readonly string[], [program, ...words]: readonly string[]) {
  if (program !== 'parley') return { code: 2, output: `${program} is not the program of this package\n` };
  for (const name of Object.keys(process.env)) delete process.env[name];
  for (const setting of settings) {
    const [name = ''] = setting.split('=', 1);
    process.env[name] = setting.slice(name.length + 1);
  }
  const printed: string[] = [];
  const { write } = process.stdout;
  process.stdout.write = (piece) => printed.push(String(piece)) > 0;
  try {
    const code = await run(words);
    return { code, output: printed.join('') };
  } catch (error) {
    return { code: 1, output: String(error) };
  } finally {
    process.stdout.write = write;
  }
}
