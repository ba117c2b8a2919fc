import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Break } from '#test/break.ts';
import { Relay } from '#test/cuts/cut-relay.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import { postgresTarget, relayedUrl } from '#test/faults/fault-proxy.ts';
import { openHosted } from '#test/world/hosted.ts';

test('PostgreSQL sends no more for the host of a revoked tenant than for an unknown one', async () => {
  await using base = await createTestDatabase();
  const upstream = new URL(base.url);
  let received = '';
  await using relay = await Relay.start(
    () => postgresTarget(upstream),
    (link) => ({
      onRequest: (bytes) => link.toServer(bytes),
      onAnswer: (bytes) => {
        received += bytes.toString('latin1');
        link.toClient(bytes);
      },
      onClose: () => {},
    }),
  );
  await using hosted = await openHosted({ databaseUrl: relayedUrl(upstream, relay) });
  const tenant = await hosted.tenant();
  const statusAndRow = async () => {
    received = '';
    const { status } = await hosted.browser().visit(tenant.url('/embed'));
    return { status, isRead: received.includes(tenant.slug) };
  };
  assert.deepEqual(await statusAndRow(), { status: 200, isRead: true });
  await hosted.administration.clients.revoke({ kind: 'operator-cli' }, tenant.slug);
  assert.deepEqual(await statusAndRow(), { status: 404, isRead: false });
});

export const breaks: readonly Break[] = [
  {
    rule: 'the host of a revoked tenant costs as much as an unknown one',
    file: 'src/http/hosts/tenant-host.ts',
    replace: `clients.findEnabled(host.slug);
    if (client === null)`,
    by: `clients.findBySlug(host.slug);
    if (client === null || !client.enabled)`,
  },
];
