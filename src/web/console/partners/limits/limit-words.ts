import { quotaDimensions } from '#contract/quota.ts';
import { dimensionNames } from '../../../shared/text/dimension-names.ts';
import type { FormWords } from '../../state/in-words-of.ts';
import { partnerWords as text } from '../partner-words.ts';

/** What the form calls each setting. */
export const limitWords: FormWords = {
  labels: {
    '/name': text.name,
    '/daily_limit': text.dailyLimit,
    '/retention_days': text.retention,
    '/knowledge_bytes': text.knowledge,
    ...Object.fromEntries(
      quotaDimensions.map((dimension) => [`/user_limits/${dimension}`, dimensionNames[dimension]]),
    ),
    '/burst_per_minute': text.burst,
    '/concurrent_turns': text.concurrent,
    '/concurrent_turns_per_user': text.concurrentUser,
    '/model': text.model,
    '/providers': text.providers,
    '/openai_user_header': text.userHeader,
    '/openai_default_user': text.defaultUser,
  },
};
