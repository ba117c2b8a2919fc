import type { CallableTool, ToolServerStore } from '../../clients/tool-server.ts';
import type { ToolClient } from '../../tools/tool-client.ts';
import type { AdmittedTurn } from '../turn.ts';
import type { StepStore } from './step-store.ts';
import type { TurnTools } from './turn-tools.ts';

export interface OfferedToolsOptions {
  readonly servers: Pick<ToolServerStore, 'callable'>;
  readonly steps: Pick<StepStore, 'isKnownToAll'>;
  readonly calls: ToolClient;
}

/** Offers what clients have approved. */
export class OfferedTools implements TurnTools {
  readonly calls: ToolClient;
  readonly #options: OfferedToolsOptions;

  constructor(options: OfferedToolsOptions) {
    this.#options = options;
    this.calls = options.calls;
  }

  async offeredTo({ client, agentSlug }: AdmittedTurn): Promise<readonly CallableTool[]> {
    const { servers, steps } = this.#options;
    if (!client.toolAgents.includes(agentSlug) || !(await steps.isKnownToAll())) return [];
    return servers.callable(client.id, agentSlug);
  }
}
