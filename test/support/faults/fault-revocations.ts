import { setTimeout as delay } from 'node:timers/promises';
import type { JobCaller } from '../world/job-caller.ts';
import type { TestService } from '../world/process.ts';
import type { FaultLoad } from './fault-load.ts';
import type { FaultPartner } from './fault-partner.ts';
import { request } from './fault-request.ts';
import type { Journal } from './journal.ts';

export interface Revoking extends FaultLoad {
  readonly partner: FaultPartner;
  /** The partner whose key may change clients. */
  readonly operator: FaultPartner;
  /** Never stopped: a change would wait there, and be made long after it was given up. */
  readonly steady: TestService;
}

/** A process may be stopped while a request to it is open. */
const probeMs = 3_000;
const retryMs = 100;
/** Every wait in a running process is shorter. */
const answerMs = 60_000;

/**
 * Revokes a partner's access and restores it, again and again, while other senders use its key: by revoking the
 * client, and by rotating its key. Revoked access is tried at every process.
 */
export async function keepRevoking(revoking: Revoking): Promise<void> {
  const { signal, random } = revoking;
  for (let nth = 0; !signal.aborted; nth++) {
    await (nth % 2 === 0 ? revoke(revoking) : rotate(revoking)).catch((error) => {
      if (!signal.aborted) throw error;
    });
    await delay(500 + random.below(1_000));
  }
}

async function revoke(revoking: Revoking): Promise<void> {
  const { partner, journal } = revoking;
  await change(revoking, 'revoke');
  const revocation = journal.revoked(partner.clientId, null);
  await tryEverywhere(revoking);
  revocation.until = Date.now();
  await change(revoking, 'enable');
}

async function rotate(revoking: Revoking): Promise<void> {
  const { partner, journal } = revoking;
  const { api_key } = await change(revoking, 'rotate-key');
  journal.revoked(partner.clientId, partner.keyName);
  await tryEverywhere(revoking);
  partner.takeKey(String(api_key));
}

/**
 * Repeats the request until it succeeds, because a lost response proves nothing. A permanent refusal ends the run.
 */
async function change(
  { operator, partner, steady, signal }: Revoking,
  what: 'revoke' | 'enable' | 'rotate-key',
): Promise<Record<string, unknown>> {
  const caller = operator.at(steady, 'operator');
  const path = `/admin/clients/${partner.slug}/${what}`;
  for (;;) {
    const response = await caller
      .fetch(path, { method: 'POST', signal: AbortSignal.timeout(answerMs) })
      .catch(lostConnection);
    const text = await response?.text().catch(() => null);
    if (response?.ok && text) return JSON.parse(text);
    if (response !== null && response.status !== 503) throw new Error(`${what} was answered: ${text}`);
    await delay(retryMs, null, { signal });
  }
}

function lostConnection(error: Error): null {
  if (error.name === 'TimeoutError') throw new Error('an operator was never answered', { cause: error });
  return null;
}

/** Tries a stream, a job and two reads. A process may go down meanwhile, and answer nothing. */
async function tryEverywhere({ partner, journal, services }: Revoking): Promise<void> {
  const user = 'user-0';
  await Promise.allSettled(
    services().flatMap((service) => {
      const signal = AbortSignal.timeout(probeMs);
      const caller = partner.at(service, user);
      return [
        request({ journal, partner, user, service, kind: 'job', signal }),
        request({ journal, partner, user, service, kind: 'stream', signal }),
        probe(caller, partner.keyName, `/usage?external_user_id=${user}`, journal, signal),
        probe(caller, partner.keyName, `/conversations?external_user_id=${user}`, journal, signal),
      ];
    }),
  );
}

async function probe(
  caller: JobCaller,
  keyName: string,
  path: string,
  journal: Journal,
  signal: AbortSignal,
): Promise<void> {
  const sentAt = Date.now();
  const response = await caller.fetch(path, { signal });
  const { clientId } = caller;
  journal.probes.push({ clientId, keyName, path, sentAt, answeredAt: Date.now(), status: response.status });
  journal.hear(clientId, response, await response.text());
}
