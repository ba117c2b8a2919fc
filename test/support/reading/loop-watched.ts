import type { Api } from '../world/api.ts';

const preload = new URL('loop-delay.ts', import.meta.url).href;

/** For the environment of a service whose event loop is watched from inside its process. */
export const loopWatched = { NODE_OPTIONS: `--import=${preload}` };

/** The longest time in milliseconds for which one turn of the service's event loop kept it busy during the work. */
export async function longestStandstill(api: Api, work: () => Promise<void>): Promise<number> {
  const [, port] = await api.serviceOf().printed(/Loop delay at port (\d+)/);
  const ask = async () => Number(await (await fetch(`http://127.0.0.1:${port}/`)).text());
  await ask();
  await work();
  return ask();
}
