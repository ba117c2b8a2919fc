import type { knowledge } from '#locales/en/account/knowledge.ts';
import type { TenantCall } from '../state/tenant-call.ts';

/** English is the model: what it has, each other language and the console must have. */
export type KnowledgeWords = typeof knowledge;

export interface KnowledgeProps {
  readonly call: TenantCall;
  readonly text: KnowledgeWords;
  /** Whether the reader may do more than read. The service decides again. */
  readonly mayChange: boolean;
}

export interface KnowledgeOfAgentProps extends KnowledgeProps {
  readonly agent: string;
}
