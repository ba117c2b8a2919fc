import type { PlacedOperation } from './operation-view.ts';

/** A page of the reference as Markdown; the schemas of bodies and answers stand in the OpenAPI description. */
export function referenceMarkdown(
  title: string,
  about: string,
  operations: readonly PlacedOperation[],
): string {
  return [`# ${title}`, about, ...operations.flatMap(operationWords)].join('\n\n').concat('\n');
}

function operationWords({ method, url, operation }: PlacedOperation): string[] {
  const { summary, description, parameters = [], requestBody, responses } = operation;
  const example = requestBody?.content['application/json']?.example;
  return [
    `## ${summary}`,
    `\`${method.toUpperCase()} ${url}\``,
    ...(description === undefined ? [] : [description]),
    ...(parameters.length === 0
      ? []
      : [
          parameters
            .map(
              ({ name, in: place, required, description: words = '' }) =>
                `- \`${name}\` (${place}${required ? '' : ', optional'}): ${words}`,
            )
            .join('\n'),
        ]),
    ...(example === undefined ? [] : [`\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``]),
    Object.entries(responses)
      .map(([status, { description: words }]) => `- ${status}: ${words}`)
      .join('\n'),
  ];
}
