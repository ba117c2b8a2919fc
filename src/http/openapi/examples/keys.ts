import type { OwnKeyRotated } from '#contract/partners/keys.ts';
import type { OperationExample } from '../types.ts';
import { times } from './values.ts';

const rotated: OwnKeyRotated = {
  ok: true,
  api_key: 'parley_sk_<30 letters and digits>',
  key_prefix: 'parley_sk_4fQ2',
  previous_key_until: times.reset,
};

/** Examples of the operations of a partner on its own key. */
export const keyExamples = {
  rotateOwnKey: { body: { overlap_seconds: 86_400 }, answers: { 200: rotated } },
} as const satisfies Record<string, OperationExample>;
