import type { GuidanceAnswer } from '#contract/partners/guidance.ts';
import { operatorGuidanceOperations as operations } from '#core/operations/client/guidance.ts';
import { withParams } from '../ask.ts';
import { type Command, type Input, type Outcome, UsageError } from '../command.ts';
import { textOf } from '../option-values.ts';
import { shown, table } from '../table.ts';

const parameters = ['client', 'agent'];

/** What a client adds to the instructions of an agent. The client itself needs the scope `guidance` for the same. */
export const guidanceCommands: readonly Command[] = [
  {
    name: 'guidance show',
    parameters,
    options: {},
    summary:
      'Show the draft, what is published, and the last versions of a client’s own instructions for an agent',
    operation: 'getClientGuidance',
    run: (input, { administer }) =>
      administer(async (ask) =>
        outcome(await ask(operations.getClientGuidance, withParams(paramsOf(input)))),
      ),
  },
  {
    name: 'guidance draft',
    parameters,
    options: { file: 'F' },
    summary: 'Write the draft from a file; needs --file',
    operation: 'updateClientGuidance',
    run: async (input, { administer }) => {
      const text = await textOf(input, 'file');
      if (text === undefined) throw new UsageError('guidance draft needs --file');
      return administer(async (ask) =>
        outcome(
          await ask(operations.updateClientGuidance, { ...withParams(paramsOf(input)), body: { text } }),
        ),
      );
    },
  },
  {
    name: 'guidance publish',
    parameters,
    options: { version: 'N' },
    summary:
      'Publish the draft as the next version, or an earlier version again; an empty draft publishes none',
    operation: 'publishClientGuidance',
    run: (input, { administer }) => {
      const version = versionIn(input);
      const body = version === undefined ? undefined : { version };
      return administer(async (ask) =>
        outcome(await ask(operations.publishClientGuidance, { ...withParams(paramsOf(input)), body })),
      );
    },
  },
];

function paramsOf(input: Input) {
  return { slug: input.parameter('client'), agent: input.parameter('agent') };
}

function versionIn(input: Input): number | undefined {
  const text = input.option('version');
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UsageError('--version must be the number of a version');
}

function outcome(answer: GuidanceAnswer): Outcome {
  const { draft, published, versions } = answer;
  const rows = versions.map(({ version, published_at, by, text }) => [
    published?.version === version ? `${version} (published)` : String(version),
    published_at,
    shown(by),
    text,
  ]);
  const written = draft === null ? [] : [['draft', draft.updated_at, shown(draft.by), draft.text]];
  return { json: answer, text: table([['VERSION', 'SINCE', 'BY', 'TEXT'], ...written, ...rows]) };
}
