export interface EndedTurn {
  readonly state: 'completed' | 'failed' | 'cancelled' | 'expired';
  /** Whether the ended attempt has produced any text; never true for a turn that was waiting. */
  readonly hasText: boolean;
  /** Whether the ended attempt may have called its provider. */
  readonly providerWasCalled: boolean;
}

/** Whether the charge of a turn is refunded: no text came, and not because a working provider was stopped. */
export function isRefunded({ state, hasText, providerWasCalled }: EndedTurn): boolean {
  switch (state) {
    case 'completed':
      return false;
    case 'cancelled':
      return !providerWasCalled;
    case 'failed':
    case 'expired':
      return !hasText;
  }
}

/** The same for turns that are cancelled while they wait. */
export const waitingIsRefunded = isRefunded({
  state: 'cancelled',
  hasText: false,
  providerWasCalled: false,
});
