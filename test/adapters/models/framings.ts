/** An answer that no careful server would send: what arrives, and what happens to its connection then. */
export interface BrokenFraming {
  readonly bytes: string;
  readonly closes: boolean;
  /** The text that precedes what is wrong. */
  readonly text: string;
  readonly kind: 'rejected' | 'unavailable';
}

export const event = (text: string) => `data: {"choices":[{"delta":{"content":"${text}"}}]}\n\n`;
const done = 'data: [DONE]\n\n';

const ok = 'HTTP/1.1 200 OK\r\n';
const events = 'content-type: text/event-stream\r\n';
const chunked = `${ok}${events}transfer-encoding: chunked\r\n\r\n`;
const chunk = (data: string, size = data.length.toString(16)) => `${size}\r\n${data}\r\n`;
const body = event('Hi.') + done;
const inChunks = chunked + chunk(body) + chunk('');

/** The whole answer with its length; its connection can take another request. */
export const sized = (text: string) => {
  const data = event(text) + done;
  return `${ok}${events}content-length: ${data.length}\r\n\r\n${data}`;
};

/** Every one of these says `Hi.`, and is allowed. */
export const wholeFramings: Readonly<Record<string, string>> = {
  'its length': sized('Hi.'),
  'one chunk': inChunks,
  'a chunk for each byte': chunked + [...body].map((byte) => chunk(byte)).join('') + chunk(''),
  'chunk sizes in capitals and with zeros before them':
    chunked + chunk(body, `000${body.length.toString(16).toUpperCase()}`) + chunk(''),
  'extensions of chunks': chunked + chunk(body, `${body.length.toString(16)};name="a value"`) + chunk(''),
  trailers: `${chunked}${chunk(body)}0\r\nx-checksum: 1\r\nx-more: 2\r\n\r\n`,
  'early hints before it':
    'HTTP/1.1 103 Early Hints\r\nlink: </a.css>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n'.repeat(50) + inChunks,
  'no reason and spaces around values': inChunks.replace('200 OK', '200').replace(': ', ':  \t'),
  'header names in capitals': inChunks.replace('transfer-encoding', 'TRANSFER-ENCODING'),
  'a second answer right behind it': inChunks + sized('Not asked for.'),
  'garbage right behind it': `${inChunks}\0\0\0`,
};

/** The same, with the end of the connection as the end of the answer. */
export const closingFramings: Readonly<Record<string, string>> = {
  'the end of the connection': `${ok}${events}connection: close\r\n\r\n${body}`,
  'no word of the connection': `${ok}${events}\r\n${body}`,
  'an older protocol': `HTTP/1.0 200 OK\r\n${events}\r\n${body}`,
};

const before = (bytes: string, closes = false): BrokenFraming => ({
  ...{ bytes, closes, text: '' },
  kind: 'unavailable',
});
const within = (bytes: string, closes = false): BrokenFraming => ({
  ...{ bytes, closes, text: 'Half' },
  kind: 'rejected',
});
const half = chunk(event('Half'));

export const brokenFramings: Readonly<Record<string, BrokenFraming>> = {
  nothing: before('', true),
  'half a status line': before('HTTP/1.1 20', true),
  'half a head': before(`${ok}${events}`, true),
  'another protocol': before('SSH-2.0-server\r\n\r\n'),
  'an alert of TLS': before('\x15\x03\x01\x00\x02\x02\x46'),
  'a version that does not exist': before(inChunks.replace('HTTP/1.1', 'HTTP/9.9')),
  'a status that is no number': before(inChunks.replace('200', 'two')),
  'a head of 1 MB': before(`${ok}x-large: ${'x'.repeat(1024 * 1024)}\r\n\r\n`),
  'a head of 1 MB in many lines': before(`${ok}${'x-line: x\r\n'.repeat(100_000)}\r\n`),
  'a NUL in a header': before(`${ok}x-bad: a\0b\r\n\r\n`),
  'a header without a name': before(`${ok}: nameless\r\n\r\n`),
  'a length and chunks': before(inChunks.replace(events, `${events}content-length: 5\r\n`)),
  'two lengths': before(sized('Hi.').replace(events, `${events}content-length: 5\r\n`)),
  'a length below zero': before(`${ok}content-length: -1\r\n\r\n`),
  'a change of the protocol': before('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  'a chunk without a size': within(`${chunked}${half}zz\r\n`),
  'a chunk that is longer than it says': within(`${chunked}${half}${chunk('too long', '3')}`),
  'a chunk of more bytes than there are': within(`${chunked}${half}ffffffffffffffffff\r\n`),
  'half a chunk': within(`${chunked}${half}400\r\nsome`, true),
  'no last chunk': within(chunked + half, true),
  'less than its length': within(`${ok}${events}content-length: 4000\r\n\r\n${event('Half')}`, true),
};
