import type { Addition } from './addition.ts';

/** A provider wire: a file of its own and a line in the registry. */
export const wireAddition: Addition = {
  files: {
    'src/wires/mistral.ts': `import { openaiWire } from './openai.ts';
import type { Wire } from './wire.ts';

const { compatible: _, hasSafetyIdentifier: __, ...chatCompletions } = openaiWire;

/** Mistral's own service, which speaks chat completions. */
export const mistralWire: Wire = {
  ...chatCompletions,
  label: 'Mistral',
  address: 'https://api.mistral.ai/v1',
  models: [{ id: 'mistral-large-latest', windowTokens: 128_000 }],
};
`,
  },
  changes: [
    {
      file: 'src/wires/registry.ts',
      replace: '  gemini: geminiWire,\n',
      by: '  gemini: geminiWire,\n  mistral: mistralWire,\n',
    },
    {
      file: 'src/wires/registry.ts',
      replace: "import { openaiWire } from './openai.ts';\n",
      by: "import { mistralWire } from './mistral.ts';\nimport { openaiWire } from './openai.ts';\n",
    },
  ],
  generated: ['.env.example', 'docs/configuration.md'],
};
