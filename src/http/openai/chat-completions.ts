import type { openAiEndpoints } from '#contract/openai/endpoints.ts';
import {
  bytesAsked,
  type CompletionFacts,
  completionUsage,
  presentCompletion,
} from '#core/openai/present-completion.ts';
import { readCompletion } from '#core/openai/read-completion.ts';
import { admitStream } from '#core/turn/admit-turn.ts';
import { admitOptions } from '../handlers/stream.ts';
import type { Handler } from '../routing/call.ts';
import { openResponse } from '../streaming/open-stream.ts';
import { contentTypes } from '../streaming/stream-sink.ts';
import type { AdmissionServices, AnswerServices } from '../streaming/turn-services.ts';
import { type Answered, type OpenSink, streamAnswer, wholeAnswer } from './answer.ts';
import { ChunkSink } from './chunk-sink.ts';
import { namingModel } from './models.ts';
import { requestOwner } from './request-owner.ts';
import { routeKey } from './route-key.ts';

/** POST /chat/completions: the same admission as a stream, answered in OpenAI's form. */
export function createChatCompletion(
  services: AdmissionServices & AnswerServices,
): Handler<typeof openAiEndpoints.createChatCompletion> {
  return async (call) => {
    const { caller, body, request, reply } = call;
    const owner = requestOwner(caller, request, body);
    const key = routeKey(request, 'chat completion');
    const conversation = request.headers['x-conversation-id'];
    const checked = readCompletion(body, owner, caller, {
      conversation: typeof conversation === 'string' ? conversation : undefined,
      hasIdempotencyKey: key !== null,
    });
    const admitted = await namingModel(body.model, () =>
      admitStream(caller, checked, key, admitOptions(services, request)),
    );
    const asked = { call, owner, services };
    if (body.stream === true) {
      const countsFrom = body.stream_options?.include_usage === true ? bytesAsked(checked) : null;
      const open: OpenSink = (turn, headers, onStall) => {
        const response = openResponse(reply, contentTypes.events, headers);
        return new ChunkSink(
          response,
          { stallMs: services.readerStallMs, onStall },
          factsOf(turn),
          countsFrom,
        );
      };
      return streamAnswer(admitted, asked, open);
    }
    const whole = await wholeAnswer(admitted, asked);
    if (whole === null) return null;
    const { turn, headers, content, outcome } = whole;
    const bytes = { asked: bytesAsked(checked), answered: Buffer.byteLength(content) };
    const usage = completionUsage(outcome.tokens, bytes);
    return { headers, body: presentCompletion(factsOf(turn), content, outcome, usage) };
  };
}

function factsOf({ id, conversationId, agentSlug, priority, createdAt }: Answered): CompletionFacts {
  return { turnId: id, conversationId, agentSlug, priority, createdAt };
}
