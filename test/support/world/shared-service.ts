import { after } from 'node:test';
import { type Api, openApi } from './api.ts';
import { Hosted } from './hosted.ts';

/** By the number of its processes. */
const shared = new Map<number, Promise<Api>>();

after(async () => {
  for (const api of shared.values()) await (await api)[Symbol.asyncDispose]();
});

/**
 * The service that the files of a process share where they need no settings of their own, do not change what belongs
 * to no client, and do not look at everything that is stored or printed: starting one takes longer than most tests. It
 * stops when the last file has ended.
 */
export async function shareApi(processes = 1): Promise<Api> {
  const opening = shared.get(processes) ?? openApi({ processes });
  shared.set(processes, opening);
  const api = await opening;
  api.provider.forgetEnqueued();
  return api;
}

export async function shareHosted(processes = 1): Promise<Hosted> {
  return new Hosted(await shareApi(processes));
}
