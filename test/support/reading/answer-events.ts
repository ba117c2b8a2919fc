import { createParser, type EventSourceMessage } from 'eventsource-parser';

export interface AnswerEvent {
  readonly event: string;
  /** The cursor to resume from. */
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export async function allEventsOf(response: Response): Promise<AnswerEvent[]> {
  const events: AnswerEvent[] = [];
  for await (const event of eventsOf(response)) events.push(event);
  return events;
}

/** The typed events of an answer, as they arrive; leaving the loop closes the connection. */
export async function* eventsOf(response: Response): AsyncGenerator<AnswerEvent> {
  const messages: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => messages.push(message) });
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    for (const { event = '', id = '', data } of messages.splice(0))
      yield { event, id, data: JSON.parse(data) };
  }
}
