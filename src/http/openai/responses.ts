import type { FastifyReply } from 'fastify';
import type { openAiEndpoints } from '#contract/openai/endpoints.ts';
import type { ResponseRequest } from '#contract/openai/responses.ts';
import { errors } from '#core/errors.ts';
import type { Owner } from '#core/identity/caller.ts';
import { type CancelOptions, cancelTurn } from '#core/jobs/cancel-turn.ts';
import { findJob, findJoined } from '#core/jobs/read-job.ts';
import { endedAs, presentResponse, type ResponseFacts, storedState } from '#core/openai/present-response.ts';
import { readResponse } from '#core/openai/read-response.ts';
import type { ResponseStore } from '#core/openai/response-store.ts';
import { withStoredItems } from '#core/openai/stored-items.ts';
import type { ResponseRequestFacts } from '#core/turn/admission/admission.ts';
import { admitJob, admitStream } from '#core/turn/admit-turn.ts';
import { isFinal, type TurnRecord } from '#core/turn/turn.ts';
import type { OwnedTurnStore } from '#core/turn/turn-store.ts';
import { admitOptions } from '../handlers/stream.ts';
import type { Handler } from '../routing/call.ts';
import { openResponse } from '../streaming/open-stream.ts';
import { contentTypes } from '../streaming/stream-sink.ts';
import type { AnswerServices, TurnServices } from '../streaming/turn-services.ts';
import {
  type Answered,
  headersOf,
  type OpenSink,
  streamAnswer,
  streamStored,
  wholeAnswer,
} from './answer.ts';
import { namingModel } from './models.ts';
import { requestOwner } from './request-owner.ts';
import { ResponseEventSink } from './response-sink.ts';
import { routeKey } from './route-key.ts';

interface ResponseServices {
  readonly turns: Pick<OwnedTurnStore, 'readOutput'>;
  readonly responses: ResponseStore;
}

/** POST /responses: a stream, a whole answer, or with `background` a job. */
export function createResponse(services: TurnServices): Handler<typeof openAiEndpoints.createResponse> {
  return async (call) => {
    const { caller, body, request, reply } = call;
    const owner = requestOwner(caller, request, body);
    const key = routeKey(request, 'response');
    const { conversation, previousTurnId } = await continuedIn(body, owner, services);
    const continues = conversation !== undefined || body.metadata?.conversation_uuid !== undefined;
    // What a stored conversation holds is not read from the request.
    const input = continues ? body.input : await withStoredItems(body.input, owner, services.responses);
    const asking = { conversation, previousTurnId, hasIdempotencyKey: key !== null };
    const checked = readResponse({ ...body, input }, owner, caller, asking);
    const options = admitOptions(services, request);
    const asked = { call, owner, services };
    const said = checked.response;
    if (body.background === true) {
      const admitted = await namingModel(body.model, () => admitJob(caller, checked, key, options));
      services.wake();
      if (body.stream === true) return streamAnswer(admitted, asked, eventsTo(reply, said, services));
      const record = await findJoined(services.turns, owner, admitted.turnId);
      const response = await presentStored(record, said, owner, services);
      return { headers: headersOf(record, admitted, caller), body: response };
    }
    const admitted = await namingModel(body.model, () => admitStream(caller, checked, key, options));
    if (body.stream === true) return streamAnswer(admitted, asked, eventsTo(reply, said, services));
    const whole = await wholeAnswer(admitted, asked);
    if (whole === null) return null;
    const { turn, headers, content, outcome } = whole;
    return { headers, body: presentResponse(factsOf(turn, said), endedAs(outcome, content)) };
  };
}

export function getResponse(
  services: AnswerServices & ResponseServices,
): Handler<typeof openAiEndpoints.getResponse> {
  return async ({ caller, params, query, request, reply }) => {
    const owner = requestOwner(caller, request, query);
    const record = await findJob(services.turns, owner, uuidIn(params['response'], 'resp_'));
    const said = await services.responses.requestOf(owner, record);
    if (query.stream === 'true') {
      const asked = { call: { caller, reply }, owner, services };
      return streamStored(record, asked, eventsTo(reply, said, services, query.starting_after));
    }
    return { body: await presentStored(record, said, owner, services) };
  };
}

export function cancelResponse(
  services: CancelOptions & ResponseServices,
): Handler<typeof openAiEndpoints.cancelResponse> {
  return async ({ caller, params, query, request }) => {
    const owner = requestOwner(caller, request, query);
    const record = await cancelTurn(owner, uuidIn(params['response'], 'resp_'), services);
    const said = await services.responses.requestOf(owner, record);
    return { body: await presentStored(record, said, owner, services) };
  };
}

/** Opens a stream of events: all of them, or those after the last one that the reader knows. */
function eventsTo(
  reply: FastifyReply,
  said: ResponseRequestFacts | null,
  { readerStallMs: stallMs }: Pick<AnswerServices, 'readerStallMs'>,
  known?: number,
): OpenSink {
  return (turn, headers, onStall) => {
    const response = openResponse(reply, contentTypes.events, headers);
    return new ResponseEventSink(response, { stallMs, onStall }, factsOf(turn, said), known);
  };
}

interface Continued {
  readonly conversation: string | undefined;
  readonly previousTurnId: string | undefined;
}

/** The conversation to continue: that of an earlier response, or the one that is named. */
async function continuedIn(
  { previous_response_id: previous, conversation }: ResponseRequest,
  owner: Owner,
  { turns }: { readonly turns: Pick<OwnedTurnStore, 'find'> },
): Promise<Continued> {
  if (previous === undefined) {
    const named = typeof conversation === 'string' ? conversation : conversation?.id;
    return {
      conversation: named === undefined ? undefined : uuidIn(named, 'conv_'),
      previousTurnId: undefined,
    };
  }
  if (conversation !== undefined) {
    throw errors.invalidField('/conversation', 'must not be sent with previous_response_id', 'not');
  }
  const record = await findJob(turns, owner, uuidIn(previous, 'resp_'));
  return { conversation: record.conversationId, previousTurnId: record.id };
}

function uuidIn(id: string | undefined, prefix: string): string {
  return id?.startsWith(prefix) ? id.slice(prefix.length) : (id ?? '');
}

async function presentStored(
  record: TurnRecord,
  said: ResponseRequestFacts | null,
  owner: Owner,
  { turns }: Pick<ResponseServices, 'turns'>,
) {
  const output = isFinal(record.state) ? await turns.readOutput(owner, record.id, null, 0) : null;
  return presentResponse(
    factsOf(record, said),
    storedState(record, output?.answer ?? '', output?.sources.citations ?? null),
  );
}

function factsOf(turn: Answered, asked: ResponseRequestFacts | null): ResponseFacts {
  const { id: turnId, messageId, conversationId, agentSlug, priority, kind, createdAt } = turn;
  const background = kind === 'job';
  return { turnId, messageId, conversationId, agentSlug, priority, background, createdAt, asked };
}
