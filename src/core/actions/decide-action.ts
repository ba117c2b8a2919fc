import type { Caller, Owner } from '../identity/caller.ts';
import { partnerErrors } from '../partner-errors.ts';
import { isUuid } from '../shared/new-id.ts';
import type { Decider } from '../turn/admission/admission.ts';
import { type AdmittedConfirmation, admitConfirmation } from '../turn/admit-confirmation.ts';
import type { AdmitOptions } from '../turn/admit-turn.ts';
import type { ActionStore, PlacedAction } from './action.ts';

export async function findAction(
  actions: Pick<ActionStore, 'find'>,
  owner: Owner,
  id: string,
): Promise<PlacedAction> {
  const action = isUuid(id) ? await actions.find(owner, id.toLowerCase()) : null;
  if (action === null) throw partnerErrors.actionNotFound();
  return action;
}

/** The turn that a yes begins, or has begun before. */
export async function confirmAction(
  caller: Caller,
  owner: Owner,
  id: string,
  options: AdmitOptions & { readonly actions: ActionStore },
): Promise<AdmittedConfirmation> {
  const { actions } = options;
  const action = await findAction(actions, owner, id);
  return admitConfirmation(caller, owner, action, decider(caller), options);
}

export async function declineAction(
  caller: Caller,
  owner: Owner,
  id: string,
  { actions }: { readonly actions: ActionStore },
): Promise<{ readonly action: PlacedAction; readonly isReplay: boolean }> {
  const before = await findAction(actions, owner, id);
  const became = await actions.decline(owner, before, decider(caller));
  if (became === 'closed') throw partnerErrors.actionClosed();
  return { action: await findAction(actions, owner, id), isReplay: became === 'replay' };
}

function decider(caller: Caller): Decider {
  return caller.kind === 'hosted' ? 'session' : 'key';
}
