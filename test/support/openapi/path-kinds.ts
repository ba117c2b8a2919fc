/** Operators and partners have endpoints of different clients. */
export function webhookKind(path: string): string {
  return path.startsWith('/admin/') ? 'admin' : 'own';
}

/** Under which name an id of this place was kept. */
export function kindOf(name: string, path: string): string {
  if (name === 'server') return `${webhookKind(path)} server`;
  if (name === 'webhook' || name === 'event') return `${webhookKind(path)} ${name}`;
  if (name === 'uuid' && path.endsWith('/actions/{uuid}')) return 'actions';
  if (name === 'uuid') return /\/(jobs|turns)\//.test(path) ? 'jobs' : 'conversations';
  if (name === 'id' && path.includes('/processes/')) return 'process';
  if (name === 'id' && path.includes('/providers/')) return 'provider';
  return name;
}
