import type { QuotaScope } from '#contract/quota.ts';
import { errors, StaleClient } from '../../errors.ts';
import type { Caller } from '../../identity/caller.ts';
import { partnerErrors } from '../../partner-errors.ts';
import { burstFields } from '../../shared/burst-fields.ts';
import { rateLimitFields } from '../../usage/rate-limit-fields.ts';
import { presentUsage, secondsToReset } from '../../usage/usage.ts';
import type { CheckedChatRequest } from '../chat-request.ts';
import type { AdmissionResult } from './admission.ts';

type Refusal = Exclude<AdmissionResult, { status: 'admitted' | 'replay' }>;

/** The error with which a refused admission is answered. */
export function refusalOf(
  caller: Caller,
  request: Pick<CheckedChatRequest, 'deepDive'>,
  refused: Refusal,
): Error {
  switch (refused.status) {
    case 'stale':
      return new StaleClient();
    case 'user_disabled':
      return errors.userDisabled();
    case 'session_revoked':
      return errors.sessionRevoked();
    case 'user_blocked':
      return errors.userBlocked();
    case 'conversation_not_found':
      return errors.conversationNotFound();
    case 'agent_not_allowed':
      return errors.agentNotAllowed();
    case 'idempotency_mismatch':
      return errors.idempotencyMismatch();
    case 'no_response_to_retry':
      return errors.noResponseToRetry(request.deepDive ? 'think_harder_retry' : 'regenerate');
    case 'message_not_found':
      return errors.messageNotFound();
    case 'conversation_listed':
      return errors.invalidField(
        '/options/guidance',
        'must be absent: the conversation was not begun to try guidance',
        'not',
      );
    case 'action_not_found':
      return partnerErrors.actionNotFound();
    case 'action_closed':
      return partnerErrors.actionClosed();
    case 'retry_prompt_differs':
      return errors.invalidField(
        '/prompt',
        'must be absent or equal to the message that is retried',
        'const',
      );
    case 'conversation_busy':
      return errors.conversationBusy(refused.jobUuid);
    case 'rate_limited':
      return errors.rateLimited(
        refused.retryAfterSeconds,
        burstFields(
          'client-burst-per-minute',
          caller.client.burstPerMinute ?? 0,
          60,
          refused.retryAfterSeconds,
        ),
      );
    case 'too_many_concurrent':
      return errors.tooManyConcurrent(
        refused.scope,
        burstFields(`${refused.scope}-concurrent-turns`, concurrencyLimit(caller, refused.scope), 1, 1),
      );
    case 'quota_exceeded':
      return errors.quotaExceeded({
        dimension: refused.dimension,
        scope: refused.scope,
        usage: presentUsage(caller, refused.usage),
        retryAfterSeconds: Math.max(1, secondsToReset(refused.usage)),
        headers: rateLimitFields(caller, refused.usage),
      });
    case 'queue_full':
      return errors.queueFull();
  }
}

function concurrencyLimit({ client }: Caller, scope: QuotaScope): number {
  return (scope === 'client' ? client.concurrentTurns : client.concurrentTurnsPerUser) ?? 0;
}
