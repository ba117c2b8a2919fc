import { fileURLToPath } from 'node:url';
import { demoProviderId } from '#contract/models.ts';
import type { ModelProvider } from '#core/models/model-provider.ts';
import { composeAnswer } from './demo/compose-answer.ts';
import { demoTokens } from './demo/demo-tokens.ts';
import { SectionSearch } from './demo/search.ts';
import { readSections } from './demo/sections.ts';
import { callsInQuestion, toolAnswer } from './demo/tool-calls.ts';
import { typeOut } from './demo/typed-out.ts';

export interface DemoOptions {
  /** The folder that holds README.md and docs; by default the package's own. */
  readonly root?: string;
  readonly paceMs?: number;
}

const PACKAGE_ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PACE_MS = 20;

/** The provider of an installation without a model. It answers offline, from Parley's own documentation. */
export function createDemoProvider(options: DemoOptions = {}): ModelProvider {
  let search: Promise<SectionSearch> | null = null;
  const load = async () => new SectionSearch(await readSections(options.root ?? PACKAGE_ROOT));
  return {
    id: demoProviderId,
    label: 'Offline demo',
    models: [{ id: 'parley-docs', windowTokens: 32_000 }],
    expectedModels: [],
    supportsDeepDive: true,
    sendsSafetyIdentifier: false,
    inspect: async () => ({ status: 'pass', detail: 'answers offline', unknownModels: [] }),
    async stream(request, listener, signal) {
      search ??= load();
      const asked = callsInQuestion(request);
      const text = asked !== null ? '' : composeAnswer(request, await search, toolAnswer(request));
      await typeOut(text, options.paceMs ?? PACE_MS, listener, signal);
      return { finishReason: 'stop', ...demoTokens(request, text), ...(asked !== null && { asked }) };
    },
  };
}
