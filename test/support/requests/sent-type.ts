/** The media type of a body that a route takes. */
export function sentType(method: string, path: string): string {
  return method === 'PUT' && path.includes('/documents/') ? 'text/plain' : 'application/json';
}
