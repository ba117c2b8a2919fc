import type { ConsoleSettings } from '#contract/console/session.ts';

/** What the parts of the settings show, and how it is read again after a change. */
export interface SettingsProps {
  readonly settings: ConsoleSettings;
  readonly refresh: () => Promise<void>;
}
