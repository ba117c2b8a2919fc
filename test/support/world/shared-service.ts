import { after } from 'node:test';
import { type Api, openApi } from './api.ts';
import { Hosted } from './hosted.ts';

let shared: Promise<Api> | undefined;

after(async () => {
  await (await shared)?.[Symbol.asyncDispose]();
});

/**
 * The service that the files of a process share where they need no settings of their own, do not change what belongs
 * to no client, and do not look at everything that is stored or printed: starting one takes longer than most tests. It
 * stops when the last file has ended.
 */
export async function shareApi(): Promise<Api> {
  shared ??= openApi();
  const api = await shared;
  api.provider.forgetEnqueued();
  return api;
}

export async function shareHosted(): Promise<Hosted> {
  return new Hosted(await shareApi());
}
