import type { Break } from '../../break.ts';

export const hostBreaks: readonly Break[] = [
  {
    rule: 'the host of a revoked tenant costs as much as an unknown one',
    file: 'src/http/hosts/tenant-host.ts',
    replace: `clients.findEnabled(host.slug);
    if (client === null)`,
    by: `clients.findBySlug(host.slug);
    if (client === null || !client.enabled)`,
    tests: ['test/flows/hosted/revoked-hosts.test.ts'],
  },
];
