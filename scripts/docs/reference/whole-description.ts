import { tags } from '../../../src/http/openapi/operation.ts';
import type { OpenApiDocument } from '../../../src/http/openapi/types.ts';

/** Both descriptions as one, for people: the reference lists every operation of the service. */
export function wholeDescription(api: OpenApiDocument, openAi: OpenApiDocument): OpenApiDocument {
  const { servers } = openAi;
  const others = Object.entries(openAi.paths).map(([path, item]) => [path, { servers, ...item }]);
  const { components } = api;
  return {
    ...api,
    tags,
    paths: { ...api.paths, ...Object.fromEntries(others) },
    components: {
      ...components,
      schemas: { ...components.schemas, ...openAi.components.schemas },
      headers: { ...components.headers, ...openAi.components.headers },
    },
  };
}
