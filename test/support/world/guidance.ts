import assert from 'node:assert/strict';
import type { EndedTurnList } from '#contract/jobs.ts';
import type { GuidanceAnswer } from '#contract/partners/guidance.ts';
import type { MockCall } from '#test/mock/mock-provider.ts';
import { readAnswer } from '../reading/answered.ts';
import type { Partner, SendOptions } from './partner.ts';

const path = '/agents/assistant/guidance';

export async function readGuidance(partner: Partner): Promise<GuidanceAnswer> {
  return JSON.parse((await partner.get(path)).text);
}

export async function writeDraft(
  partner: Partner,
  text: string,
  options?: SendOptions,
): Promise<GuidanceAnswer> {
  const answer = await readAnswer(await partner.request('PUT', path, { text }, options));
  assert.equal(answer.status, 200, answer.text);
  return JSON.parse(answer.text);
}

/** The draft, or an earlier version again. */
export async function publish(
  partner: Partner,
  version?: number,
  options?: SendOptions,
): Promise<GuidanceAnswer> {
  const answer = await partner.post(`${path}/publish`, version === undefined ? {} : { version }, options);
  assert.equal(answer.status, 200, answer.text);
  return JSON.parse(answer.text);
}

/** Writes and publishes at once; the number of the version. */
export async function publishText(
  partner: Partner,
  text: string,
  options?: SendOptions,
): Promise<number | null> {
  await writeDraft(partner, text, options);
  return (await publish(partner, undefined, options)).published?.version ?? null;
}

/** The version of each ended turn, by its id. */
export async function versionsOf(partner: Partner): Promise<ReadonlyMap<string, number | null>> {
  const found = new Map<string, number | null>();
  let cursor: string | null = null;
  do {
    const more: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const list: EndedTurnList = JSON.parse((await partner.get(`/ended-turns?limit=100${more}`)).text);
    for (const { job_uuid, guidance_version } of list.data) found.set(job_uuid, guidance_version);
    cursor = list.next_cursor;
  } while (cursor !== null);
  return found;
}

/** What a model was told before the conversation. */
export function toldIn(call: MockCall | undefined): string {
  const [first] = call?.messages ?? [];
  return first?.role === 'system' ? first.content : '';
}
