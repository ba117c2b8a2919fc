import type { SiteFile } from './site-file.ts';

/** The pages for programs that read them for people, in the form that https://llmstxt.org describes. */
export function llmsText({ guides, reference }: SiteFile, origin: string): string {
  const line = (address: string, title: string, about: string) =>
    `- [${title}](${origin}${address}.md): ${about}`;
  const groups = guides.map(
    ({ title, pages }) =>
      `## ${title}\n\n${pages.map((page) => line(page.address, page.title, page.about)).join('\n')}`,
  );
  const operations = reference.map(({ address, title, about }) =>
    line(address, title, about.replaceAll('`', '')),
  );
  return `# Parley

> AI chat for the users of a platform's partners: an HTTP API with streams and jobs, and chat pages to embed, with exact quotas and conversations that have one owner each.

The API is at ${origin}/v1; its OpenAPI 3.1 description is ${origin}/v1/openapi.json. For clients of OpenAI's API it is at ${origin}/openai/v1, described at ${origin}/openai/v1/openapi.json.

${groups.join('\n\n')}

## API reference

${operations.join('\n')}
`;
}
