import { dimensionNames } from '#web/shared/text/dimension-names.ts';

export const common = {
  close: 'Close',
  tryAgain: 'Try again',
  loading: 'Loading',
  table: 'Table',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'The browser did not allow copying',
  unreachable: 'The service could not be reached. What you wrote is kept.',
  language: 'Language',
  dimensions: dimensionNames,
};
