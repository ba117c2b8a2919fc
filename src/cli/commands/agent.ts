import type { AgentChange, AgentResource } from '#contract/admin.ts';
import { efforts } from '#contract/closed-sets.ts';
import { agentOperations as operations } from '#core/operations/agent-operations.ts';
import { withParams } from '../ask.ts';
import { type Command, type Input, type OptionShape, type Outcome, UsageError } from '../command.ts';
import { everyRow } from '../every-row.ts';
import { omitUndefined, oneOf, textOf } from '../option-values.ts';
import { describe, shown, table } from '../table.ts';
import { unchangedNotice } from '../unchanged.ts';

const agentOptions = {
  name: 'N',
  'instructions-file': 'F',
  model: 'PROVIDER/MODEL|none',
  open: null,
  reserved: null,
  'deep-dive-model': 'PROVIDER/MODEL|none',
  'deep-dive-effort': efforts.join('|'),
  'deep-dive-instructions-file': 'F',
} as const satisfies OptionShape;

export const agentCommands: readonly Command[] = [
  {
    name: 'agent list',
    parameters: [],
    options: {},
    summary: 'List all agents',
    operation: 'listAgents',
    run: (_input, { administer }) =>
      administer(async (ask) =>
        listOutcome(await everyRow((query) => ask(operations.listAgents, { ...withParams({}), query }))),
      ),
  },
  {
    name: 'agent show',
    parameters: ['slug'],
    options: {},
    summary: 'Show one agent',
    operation: 'getAgent',
    run: (input, { administer }) =>
      administer(async (ask) =>
        agentOutcome(await ask(operations.getAgent, withParams({ slug: input.parameter('slug') }))),
      ),
  },
  {
    name: 'agent create',
    parameters: ['slug'],
    options: agentOptions,
    summary:
      'Create an agent for the clients that it is bound to, or with --open for all; needs --name and --instructions-file',
    operation: 'createAgent',
    run: async (input, { administer, noticesOfModel }) => {
      const { name, instructions, ...more } = await readAgentOptions(input);
      if (name === undefined) throw new UsageError('agent create needs --name');
      if (instructions === undefined) throw new UsageError('agent create needs --instructions-file');
      const body = { slug: input.parameter('slug'), name, instructions, ...more };
      return administer(async (ask) => {
        const created = agentOutcome(await ask(operations.createAgent, { ...withParams({}), body }));
        const models = [body.model, body.deep_dive?.model];
        return { ...created, notices: (await Promise.all(models.map(noticesOfModel))).flat() };
      });
    },
  },
  {
    name: 'agent update',
    parameters: ['slug'],
    options: agentOptions,
    summary: 'Change an agent for all clients',
    operation: 'updateAgent',
    run: async (input, { administer, noticesOfModel }) => {
      const [slug, body] = [input.parameter('slug'), await readAgentOptions(input)];
      return administer(async (ask) => {
        const { agent: before } = await ask(operations.getAgent, withParams({ slug }));
        const changed = await ask(operations.updateAgent, { ...withParams({ slug }), body });
        const notices = [
          ...unchangedNotice(slug, before, changed.agent),
          ...(await noticesOfModel(body.model)),
          ...(await noticesOfModel(body.deep_dive?.model)),
        ];
        return { ...agentOutcome(changed), notices };
      });
    },
  },
  {
    name: 'agent delete',
    parameters: ['slug'],
    options: {},
    summary: 'Delete an agent that is the default of no client; its conversations stay readable',
    operation: 'deleteAgent',
    run: (input, { administer }) =>
      administer(async (ask) => {
        const deleted = await ask(operations.deleteAgent, withParams({ slug: input.parameter('slug') }));
        return { json: deleted, text: `The agent ${deleted.slug} is deleted` };
      }),
  },
];

async function readAgentOptions(input: Input): Promise<AgentChange> {
  if (input.flag('reserved') && input.flag('open')) {
    throw new UsageError('--reserved and --open exclude each other');
  }
  const change: AgentChange = omitUndefined({
    name: input.option('name'),
    instructions: await textOf(input, 'instructions-file'),
    model: modelOf(input, 'model'),
    reserved: input.flag('reserved') ? true : input.flag('open') ? false : undefined,
    deep_dive: omitUndefined({
      model: modelOf(input, 'deep-dive-model'),
      effort: oneOf(input, 'deep-dive-effort', efforts),
      instructions: await textOf(input, 'deep-dive-instructions-file'),
    }),
  });
  return change;
}

function modelOf(input: Input, name: string): string | null | undefined {
  const model = input.option(name);
  return model === 'none' ? null : model;
}

function agentOutcome(answer: { readonly ok: true; readonly agent: AgentResource }): Outcome {
  return { json: answer, text: describe(answer.agent) };
}

function listOutcome(agents: readonly AgentResource[]): Outcome {
  const rows = agents.map(({ slug, name, model, reserved }) => [
    slug,
    name,
    model ?? 'default',
    shown(reserved),
  ]);
  return {
    json: { ok: true, object: 'list', data: agents },
    text: table([['SLUG', 'NAME', 'MODEL', 'RESERVED'], ...rows]),
  };
}
