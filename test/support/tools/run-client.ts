import { problemOfTool } from '#core/tools/tool-definition.ts';
import { requestAt, serverAt, sign } from './callable-tool.ts';
import { client } from './raw-answers.ts';

/**
 * Does what a scenario of the conformance package asks of a client: reads the list, and calls what can be approved, with
 * the arguments of the scenario or with some that fit.
 */
const url = process.argv.at(-1) ?? '';
const { toolCalls = [] }: { toolCalls?: readonly { name: string; arguments: object }[] } = JSON.parse(
  process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}',
);
const signal = AbortSignal.timeout(20_000);

const first = await client.list(serverAt(url), sign, signal);
// The version is refused once, as if another one had been asked for.
const listed = 'failure' in first ? await client.list(serverAt(url), sign, signal) : first;
console.log(JSON.stringify(listed));
for (const { name, definition } of 'tools' in listed ? listed.tools : []) {
  if (problemOfTool('test', name, definition) !== null) continue;
  const given = toolCalls.filter((call) => call.name === name).map((call) => ({ ...call.arguments }));
  for (const values of given.length > 0 ? given : [examplesOf(definition.inputSchema)]) {
    const request = requestAt(url, { inputSchema: definition.inputSchema, arguments: values });
    console.log(
      JSON.stringify(await client.call({ ...request, tool: { ...request.tool, name } }, sign, signal)),
    );
  }
}

function examplesOf({ properties }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const named = Object.entries(Object(properties)).map(([name, schema]) => {
    const { type } = Object(schema);
    return [name, type === 'number' || type === 'integer' ? 3 : 'text'];
  });
  return Object.fromEntries(named);
}
