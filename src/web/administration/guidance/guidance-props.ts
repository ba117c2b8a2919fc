import type { GuidanceAnswer } from '#contract/partners/guidance.ts';
import type { guidance } from '#locales/en/account/guidance.ts';
import type { TenantCall } from '../state/tenant-call.ts';

/** English is the model: what it has, each other language and the console must have. */
export type GuidanceWords = typeof guidance;

export interface GuidanceProps {
  readonly call: TenantCall;
  readonly text: GuidanceWords;
  /** Whether the reader may do more than read. The service decides again. */
  readonly mayChange: boolean;
  /** Names an author for the reader, by the name in the answer; empty where the reader does not see it. */
  readonly authorOf: (by: string | null) => string;
}

/** The additions for one agent, and what is done when they change. */
export interface GuidanceOfAgentProps extends GuidanceProps {
  readonly agent: string;
  readonly guidance: GuidanceAnswer;
  readonly onChanged: (guidance: GuidanceAnswer) => void;
}
