import { PostgresToolServerStore } from '#adapters/postgres/tools/tool-server-store.ts';
import { PostgresStepStore } from '#adapters/postgres/turns/step-store.ts';
import type { StepOptions } from '#core/turn/step-run.ts';
import { OfferedTools } from '#core/turn/steps/offered-tools.ts';
import { createToolCalls, type ToolParts } from './create-tool-services.ts';

/** What turns need to use the tools of their clients. */
export function createStepOptions(parts: ToolParts): StepOptions {
  const steps = new PostgresStepStore(parts.database);
  const servers = new PostgresToolServerStore(parts.database);
  return { steps, tools: new OfferedTools({ servers, steps, calls: createToolCalls(parts) }) };
}
