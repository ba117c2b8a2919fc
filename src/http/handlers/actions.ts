import type { endpoints } from '#contract/endpoints/endpoints.ts';
import { type ActionStore, presentPlaced } from '#core/actions/action.ts';
import { confirmAction, declineAction, findAction } from '#core/actions/decide-action.ts';
import type { TurnProcess } from '#core/turn/turn-process.ts';
import { rateLimitFields } from '#core/usage/rate-limit-fields.ts';
import { presentUsage } from '#core/usage/usage.ts';
import type { Handler } from '../routing/call.ts';
import { identify } from '../session/request-identity.ts';
import type { AdmissionServices } from '../streaming/turn-services.ts';
import { admitOptions } from './stream.ts';

export interface ActionServices {
  readonly actions: ActionStore;
}

type DecisionServices = ActionServices &
  AdmissionServices & { readonly process: Pick<TurnProcess, 'id' | 'running'> };

const replayed = { 'idempotent-replayed': 'true' };

export function getAction({ actions }: ActionServices): Handler<typeof endpoints.getAction> {
  return async ({ caller, params, query }) => {
    const owner = identify(caller, { query: query.external_user_id });
    return { body: presentPlaced(await findAction(actions, owner, params['uuid'] ?? '')) };
  };
}

/** POST /actions/{uuid}: the turn of a yes runs here, and goes on without a reader. */
export function decideAction(services: DecisionServices): Handler<typeof endpoints.decideAction> {
  return async ({ caller, params, query, body, request }) => {
    const owner = identify(caller, { query: query.external_user_id, body: body.external_user_id });
    const id = params['uuid'] ?? '';
    if (body.decision === 'decline') {
      const { action, isReplay } = await declineAction(caller, owner, id, services);
      return { status: 200, headers: isReplay ? replayed : {}, body: presentPlaced(action) };
    }
    const options = { ...admitOptions(services, request), actions: services.actions };
    const admitted = await confirmAction(caller, owner, id, options);
    // Before anything else that might fail: what was confirmed is sent now or never.
    if (admitted.kind === 'running') services.process.running.run(admitted.turn);
    const action = await findAction(services.actions, owner, id);
    const jobId = admitted.kind === 'running' ? admitted.turn.id : admitted.turnId;
    return {
      status: 202,
      headers: {
        location: `/v1/jobs/${jobId}`,
        ...(admitted.kind === 'replay' && replayed),
        ...rateLimitFields(caller, admitted.usage),
      },
      body: { ...presentPlaced(action), job_uuid: jobId, usage: presentUsage(caller, admitted.usage) },
    };
  };
}
