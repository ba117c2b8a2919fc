import { randomUUID } from 'node:crypto';
import { type AuditedWorld, callFor } from './audited-world.ts';
import type { Doctored } from './doctored-rows.ts';

/** In what callers saw, what the provider was asked, and what was logged. */
export const doctoredWords: readonly Doctored[] = [
  [
    'an acknowledged turn that is not there',
    /acknowledged and not stored/,
    ({ journal, strangerId }) => {
      const entry = journal.open('job', strangerId, 'user-1');
      Object.assign(entry, { outcome: 'acknowledged', turnId: randomUUID() });
    },
  ],
  [
    'a call for a refused prompt',
    /which is no turn/,
    ({ calls, refused }) => {
      calls.push(callFor(refused));
    },
  ],
  [
    'a call too many',
    /2 calls in 1 attempts/,
    ({ calls, stream }) => {
      calls.push(callFor(stream.entry));
    },
  ],
  [
    'a clean end of half an answer',
    /a clean end is the whole answer/,
    ({ stream }) => {
      stream.entry.text = stream.entry.text.slice(0, -1);
    },
  ],
  [
    'text that was delivered and not stored',
    /no prefix/,
    ({ stream }) => {
      Object.assign(stream.entry, { text: `${stream.entry.text} and more`, endedCleanly: false });
    },
  ],
  [
    'text that was read and not stored',
    /no prefix was read/,
    ({ journal, job }) => {
      journal.readings.push({ turnId: job.turn.turnId, attempt: 2, text: 'other words' });
    },
  ],
  [
    'a prompt that another client was told',
    /was told to another client/,
    ({ journal, stream, strangerId }) => {
      journal.received.push({ clientId: strangerId, text: `x-title: ${stream.entry.canary}` });
    },
  ],
  [
    'a prompt in the log',
    /a prompt was logged/,
    (world) => {
      world.logs += `\nA question, ${world.stream.entry.canary}`;
    },
  ],
  [
    'a key in the log',
    /a secret was logged/,
    (world) => {
      world.logs += '\nBearer parley_sk_secret';
    },
  ],
  [
    'a key in an answer',
    /a secret was told/,
    ({ journal, strangerId }) => {
      journal.received.push({ clientId: strangerId, text: 'parley_sk_secret' });
    },
  ],
  [
    'a prompt that was admitted after a revocation',
    /a prompt had an effect after its revocation/,
    ({ journal, stream }) => {
      revoke(journal, stream.entry, 'key 1', stream.entry.sentAt - 1);
    },
  ],
  [
    'a request that was answered after a revocation',
    /a request was answered after its revocation/,
    ({ journal, stream: { entry } }) => {
      const { clientId, keyName } = entry;
      const at = { sentAt: Date.now() + 10, answeredAt: Date.now() + 20 };
      journal.probes.push({ clientId, keyName, path: '/usage', status: 200, ...at });
      revoke(journal, entry, keyName, Date.now());
    },
  ],
  [
    'an attempt that began after a revocation',
    /an attempt began after the revocation/,
    ({ journal, stream }) => {
      revoke(journal, stream.entry, null, stream.entry.sentAt - 1_000);
      journal.entries.length = 0;
    },
  ],
  [
    'a bug in the log',
    /a bug was logged/,
    (world) => {
      world.logs += '\nA bug ended the process';
    },
  ],
];

function revoke(
  journal: AuditedWorld['journal'],
  { clientId }: { readonly clientId: number },
  keyName: string | null,
  from: number,
): void {
  journal.revocations.push({ clientId, keyName, from, until: Date.now() + 60_000 });
}
