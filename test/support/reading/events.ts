/** One event of a `text/event-stream`, its data as JSON. */
export interface ReadEvent {
  readonly id: string | null;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Every event of a stream that was read to its end; comments are left out. */
export function parseEvents(text: string): readonly ReadEvent[] {
  return text
    .split('\n\n')
    .filter((block) => block !== '' && !block.startsWith(':'))
    .map((block) => {
      const fields = new Map(
        block.split('\n').map((line) => {
          const colon = line.indexOf(': ');
          return [line.slice(0, colon), line.slice(colon + 2)] as const;
        }),
      );
      return {
        id: fields.get('id') ?? null,
        event: fields.get('event') ?? 'message',
        data: JSON.parse(fields.get('data') ?? 'null'),
      };
    });
}

/** The text that the `delta` events carry. */
export function textOf(events: readonly ReadEvent[]): string {
  return events
    .filter(({ event }) => event === 'delta')
    .map(({ data }) => data['text'])
    .join('');
}
