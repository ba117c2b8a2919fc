import type { Administration } from '../../administration/state/administration.ts';
import { Panel } from '../../shared/components/panel.tsx';
import { words } from '../text/words.ts';
import type { Console } from './console.ts';
import { StepUpDeclined } from './step-up.ts';
import { wordsForFailure } from './words-for-failure.ts';

export function consoleAdministration({ api, noticeFailure }: Console): Administration {
  return {
    api,
    tell: (error) => {
      noticeFailure(error);
      return error instanceof StepUpDeclined ? null : wordsForFailure(error);
    },
    words: () => words,
    Section: Panel,
    namesRows: true,
    pollSeconds: 10,
  };
}
