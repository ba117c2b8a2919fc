import type { Language } from '#contract/languages/languages.ts';
import { callSession } from '../../shared/api/call-session.ts';
import { toast } from '../../shared/components/toast.tsx';
import { loadLanguage } from '../text/account-text.ts';
import type { Account } from './account.ts';
import { wordsForFailure } from './words-for-failure.ts';

/** Applies at once, and what is typed stays. The service stores the choice for the person. */
export async function chooseLanguage({ client }: Account, wanted: Language): Promise<void> {
  try {
    await loadLanguage(wanted);
    await client.send(callSession('setLanguage', { body: { language: wanted } }));
  } catch (error) {
    toast(wordsForFailure(error));
  }
}
