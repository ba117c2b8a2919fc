import type { OpenAiError } from '#contract/openai/errors.ts';
import { type Answered, readAnswer } from '../reading/answered.ts';
import type { Api } from '../world/api.ts';
import type { Partner, SendOptions } from '../world/partner.ts';

type Body = Readonly<Record<string, unknown>>;

/** POST /openai/v1/chat/completions of `user-1` with one question, unless `body` says otherwise. */
export async function complete(
  partner: Partner,
  body: Body = {},
  options: SendOptions = {},
): Promise<Answered> {
  return readAnswer(
    await partner.request('POST', '/../openai/v1/chat/completions', completionBody(body), options),
  );
}

export function completionBody(body: Body = {}): Body {
  return { model: 'assistant', messages: [{ role: 'user', content: 'A question' }], user: 'user-1', ...body };
}

export function said(role: string, content: unknown) {
  return { role, content };
}

/** Status, code and parameter of a refusal. */
export function refusedWith({ status, text }: Answered) {
  const { error }: OpenAiError = JSON.parse(text);
  return [status, error.code, error.param];
}

/** The data of each event, in order. */
export function eventsIn({ text }: Answered): string[] {
  return text
    .split('\n\n')
    .filter((event) => event.startsWith('data: '))
    .map((event) => event.slice('data: '.length));
}

/** The messages of a conversation in their order. `answers`: the place of the question that one answers. */
export function storedMessages({ database }: Api, conversationId: string): Promise<object[]> {
  return database.query<object>(
    `select role, content, turn_id is not null as turn, (select q.seq from messages q
       where q.conversation_id = m.conversation_id and q.id = m.reply_to) as answers
     from messages m where conversation_id = $1 order by seq`,
    [conversationId],
  );
}
