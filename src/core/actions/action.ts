import type { ActionAnswer } from '#contract/tools/actions.ts';
import type { Owner } from '../identity/caller.ts';
import { type ActionRecord, presentAction } from '../tools/action.ts';
import type { Decider } from '../turn/admission/admission.ts';
import type { TurnContext } from '../turn/turn.ts';

/** A call that its owner is asked about, with its place. */
export interface PlacedAction extends ActionRecord {
  readonly conversationId: string;
  /** The answer that asks. */
  readonly messageId: string;
  /** The turn that a yes has begun. */
  readonly turnId: string | null;
  /** As the question before it was asked. */
  readonly deepDive: boolean;
  readonly context: TurnContext | null;
}

/** How a no was taken: by the first one, by a repeated one, or too late. */
export type Declined = 'declined' | 'replay' | 'closed';

/** The actions of an owner. Unknown and foreign ones are alike: null. */
export interface ActionStore {
  find(owner: Owner, id: string): Promise<PlacedAction | null>;
  decline(owner: Owner, action: PlacedAction, by: Decider): Promise<Declined>;
}

export function presentPlaced(action: PlacedAction): ActionAnswer {
  return {
    ok: true,
    conversation_uuid: action.conversationId,
    message_uuid: action.messageId,
    job_uuid: action.turnId,
    action: presentAction(action),
  };
}
