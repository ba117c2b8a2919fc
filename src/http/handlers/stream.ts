import type { FastifyRequest } from 'fastify';
import type { endpoints } from '#contract/endpoints/endpoints.ts';
import { acceptedLanguages, matchLanguage } from '#contract/languages/match-language.ts';
import type { Caller } from '#core/identity/caller.ts';
import { type AdmitOptions, admitStream } from '#core/turn/admit-turn.ts';
import { checkChatRequest, checkIdempotencyKey } from '#core/turn/chat-request.ts';
import { start } from '#core/turn/cursor.ts';
import type { AdmittedTurn } from '#core/turn/turn.ts';
import { rateLimitFields } from '#core/usage/rate-limit-fields.ts';
import { presentUsage, type UsageCounts } from '#core/usage/usage.ts';
import type { Call, Handler } from '../routing/call.ts';
import { identify } from '../session/request-identity.ts';
import { type AnswerFormat, answerTurn } from '../streaming/answer-turn.ts';
import { openEvents, openText, turnHeaders } from '../streaming/open-stream.ts';
import { type StreamMeta, wantsEvents } from '../streaming/stream-sink.ts';
import type { AdmissionServices, AnswerServices } from '../streaming/turn-services.ts';
import { sendFollowed } from './follow-job.ts';

type StreamCall = Call<typeof endpoints.stream>;

/** POST /stream: admits a turn, runs it here and relays the answer as it arrives. */
export function streamAnswer(services: AdmissionServices & AnswerServices): Handler<typeof endpoints.stream> {
  return async (call) => {
    const { caller, body, request } = call;
    const owner = identify(caller, { context: body.context?.external_user_id });
    const checked = checkChatRequest(body, owner, caller, 'stream');
    const key = checkIdempotencyKey(request.headers['idempotency-key']);
    const admitted = await admitStream(caller, checked, key, admitOptions(services, request));
    if (admitted.kind !== 'replay') {
      const format = formatOf(call, admitted.usage, services);
      return answerTurn(admitted, { reply: call.reply, owner, services, format });
    }
    const headers = { 'idempotent-replayed': 'true', ...rateLimitFields(caller, admitted.usage) };
    const usage = presentUsage(caller, admitted.usage);
    const { turnId } = admitted;
    return sendFollowed({ call, owner, services, turnId, from: start, headers, joins: { usage } });
  };
}

export function admitOptions(
  { turns, blockedUsers, process, queueCapacity, admissionTelemetry: telemetry }: AdmissionServices,
  {
    id: requestId,
    hasForeignId: isForeignId,
    headers,
  }: Pick<FastifyRequest, 'id' | 'hasForeignId' | 'headers'>,
): AdmitOptions {
  const processId = process.id;
  const language = () => matchLanguage(acceptedLanguages(headers['accept-language']));
  return { turns, blockedUsers, processId, queueCapacity, telemetry, requestId, isForeignId, language };
}

function formatOf(
  call: StreamCall,
  usage: UsageCounts,
  { readerStallMs: stallMs }: Pick<AnswerServices, 'readerStallMs'>,
): AnswerFormat {
  const hasEvents = wantsEvents(call.request.headers.accept);
  return {
    delaysHead: !hasEvents,
    open(turn, onStall) {
      const headers = { ...turnHeaders(turn), ...rateLimitFields(call.caller, usage) };
      const options = { stallMs, onStall };
      if (!hasEvents) return openText(call.reply, headers, options);
      const meta = metaOf(turn, call.caller, usage);
      return openEvents(call.reply, headers, options, meta, { attempt: turn.attempt, bytes: 0 });
    },
  };
}

function metaOf(turn: AdmittedTurn, caller: Caller, usage: UsageCounts): StreamMeta {
  return {
    conversation_uuid: turn.conversationId,
    message_uuid: turn.messageId,
    job_uuid: turn.id,
    usage: presentUsage(caller, usage),
  };
}
