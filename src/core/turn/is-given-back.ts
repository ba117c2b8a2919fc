export interface EndedTurn {
  readonly state: 'completed' | 'failed' | 'cancelled' | 'expired';
  /** Whether the attempt that ended has produced any text; never so for a turn that waited. */
  readonly hasText: boolean;
  /** Whether the attempt that ended may have called its provider. */
  readonly providerWasCalled: boolean;
}

/** Whether the charge of a turn is given back: nothing came, and not because a provider at work was stopped. */
export function isGivenBack({ state, hasText, providerWasCalled }: EndedTurn): boolean {
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

/** The same for turns that are cancelled while they wait, however many they are. */
export const waitingIsGivenBack = isGivenBack({
  state: 'cancelled',
  hasText: false,
  providerWasCalled: false,
});
