export interface ServerEvent {
  readonly id: string;
  readonly type: string;
  readonly data: string;
}

/**
 * Parses the text of an event stream, split anywhere, into events: the part of the HTML standard's grammar that the
 * service writes. An event is emitted at its blank line, never before.
 */
export function createEventParser(onEvent: (event: ServerEvent) => void): (text: string) => void {
  let rest = '';
  let event = { id: '', type: '', data: '' };
  const readLine = (line: string) => {
    if (line === '') {
      if (event.data !== '') onEvent(event);
      event = { id: event.id, type: '', data: '' };
      return;
    }
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (name === 'id') event.id = value;
    else if (name === 'event') event.type = value;
    else if (name === 'data') event.data += event.data === '' ? value : `\n${value}`;
  };
  return (text) => {
    const lines = (rest + text).split(/\r\n|\n/);
    rest = lines.pop() ?? '';
    lines.forEach(readLine);
  };
}
