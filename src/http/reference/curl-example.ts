import type { Method, Operation } from '../openapi/types.ts';

/** A request of an operation as a command, with the values of its examples. */
export function curlExample(method: Method, url: string, operation: Operation): string {
  const lines = [`curl ${flags(method, operation)}"${filled(url, operation)}"`];
  if (operation.security?.some((scheme) => 'ApiKey' in scheme))
    lines.push('-H "Authorization: Bearer $PARLEY_KEY"');
  if (operation.security?.some((scheme) => 'SessionToken' in scheme))
    lines.push('-H "Authorization: Bearer $TOKEN"');
  const body = operation.requestBody?.content['application/json']?.example;
  if (body !== undefined) {
    lines.push("-H 'Content-Type: application/json'", `-d '${JSON.stringify(body)}'`);
  }
  return lines.join(' \\\n  ');
}

function flags(method: Method, { requestBody, responses }: Operation): string {
  const streams = Object.values(responses).some(({ content }) => content?.['text/plain'] !== undefined);
  const hasBody = requestBody?.content['application/json']?.example !== undefined;
  const isUsual = method === 'get' || (method === 'post' && hasBody);
  return `${streams ? '-N ' : ''}${isUsual ? '' : `-X ${method.toUpperCase()} `}`;
}

/** Path and required query parameters; one that a body may carry as well is shown in the query. */
function filled(url: string, { parameters = [] }: Operation): string {
  let path = url;
  const query: string[] = [];
  for (const { name, in: place, required, example } of parameters) {
    if (example === undefined) continue;
    const value = encodeURIComponent(String(example)).replaceAll('%3A', ':');
    if (place === 'path') path = path.replace(`{${name}}`, value);
    else if (place === 'query' && (required || name === 'external_user_id')) query.push(`${name}=${value}`);
  }
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}
