import type { Break } from '../../break.ts';

const description = ['test/http/openapi.test.ts'];

export const openApiBreaks: readonly Break[] = [
  {
    rule: 'The description lists the turn in the headers of what a provider refuses',
    file: 'src/contract/headers.ts',
    replace: "  provider_refused: ['X-Conversation-Id', 'X-Job-Id'],\n",
    by: '',
    tests: description,
  },
  {
    rule: 'The description for clients of OpenAI’s API has their server as its own',
    file: 'src/http/openapi/document.ts',
    replace: 'openAiPath}`, description:',
    by: 'openAiPath}/v1`, description:',
    tests: description,
  },
  {
    rule: 'The description of the API leaves out what has a description of its own',
    file: 'src/http/openapi/document.ts',
    replace: 'const paths = { ...apiPaths(), ...hostedPaths(hosts) };',
    by: "const paths = { ...apiPaths(), ...hostedPaths(hosts), ...pathsOf(Object.values(openAiEndpoints), 'openai', '') };",
    tests: description,
  },
  {
    rule: 'The description for clients of OpenAI’s API is public',
    file: 'src/http/documentation/documentation-routes.ts',
    replace: '  addDescription(app, openAiDocumentPath,',
    by: "  addDescription(app, '/openai/v2',",
    tests: ['test/flows/requests/openapi-answers.test.ts'],
  },
  {
    rule: 'A description has the components that its operations use, and no others',
    file: 'src/http/openapi/used-components.ts',
    replace: 'filter(([name]) => used.has(',
    by: 'filter(([name]) => name !== kind || used.has(',
    tests: description,
  },
  {
    rule: 'Every choice in the description has a type',
    file: 'src/http/openapi/schemas.ts',
    replace: "? { type: 'string', ...part }",
    by: '? { ...part }',
    tests: description,
  },
  {
    rule: 'A pattern in the description is one that other languages read',
    file: 'src/contract/webhooks.ts',
    replace: "pattern: '^[^\\\\x00-\\\\x1f\\\\x7f-\\\\x9f]*$'",
    by: "pattern: '^[^\\\\p{Cc}]*$'",
    tests: description,
  },
  {
    rule: 'Every parameter has an example',
    file: 'src/http/openapi/examples/people.ts',
    replace: 'parameters: { limit: 20, cursor: cursors.list }',
    by: 'parameters: { limit: 20 }',
    tests: description,
  },
];
