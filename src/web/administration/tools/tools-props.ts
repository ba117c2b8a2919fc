import type { Tool, ToolServer } from '#contract/tools/tools.ts';
import type { tools } from '#locales/en/account/tools.ts';
import type { TenantCall } from '../state/tenant-call.ts';

/** English is the model: what it has, each other language and the console must have. */
export type ToolWords = typeof tools;

export interface ToolsProps {
  readonly call: TenantCall;
  readonly text: ToolWords;
  readonly title: string;
  /** Those that a tool can be offered to. */
  readonly agents: readonly { readonly slug: string; readonly name: string }[];
  /** Whether the reader may do more than read. The service decides again. */
  readonly mayChange: boolean;
  /** The words of a field for the reader's password, where a call that changes something needs it. */
  readonly password: string | null;
}

/** One server, and what is done when it changes or shows a secret. */
export interface ServerProps extends ToolsProps {
  readonly server: ToolServer;
  readonly onChanged: () => Promise<void>;
  readonly onSecret: (secret: string) => void;
}

/** One tool of a server, and what is done when its approval changes. */
export interface ToolProps extends ServerProps {
  readonly tool: Tool;
  readonly onToolChanged: () => Promise<void>;
}
