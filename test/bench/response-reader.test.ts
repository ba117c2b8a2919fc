import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ResponseReader } from '../../bench/load/response-reader.ts';

const CHUNKED =
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0a\r\n0123456789\r\n0\r\n\r\n';
const SIZED = 'HTTP/1.1 202 Accepted\r\ncontent-length: 4\r\n\r\nwxyz';
const EMPTY = 'HTTP/1.1 304 Not Modified\r\nContent-Length: 0\r\n\r\n';
const EXPECTED = '200 abc0123456789 end 202 wxyz end 304  end ';

describe('ResponseReader', () => {
  for (const size of [1, 2, 3, 7, 1000]) {
    test(`reads responses that arrive in pieces of ${size} bytes`, () => {
      assert.equal(readInPieces(CHUNKED + SIZED + EMPTY, size), EXPECTED);
    });
  }

  test('refuses a response whose end cannot be known', () => {
    assert.throws(() => readInPieces('HTTP/1.1 200 OK\r\n\r\n', 1000), /without framing/);
  });

  test('refuses a chunk size that is no number', () => {
    const broken = CHUNKED.replace('3\r\nabc', 'x\r\nabc');
    assert.throws(() => readInPieces(broken, 1000), /no number/);
  });
});

function readInPieces(text: string, size: number): string {
  let seen = '';
  const reader = new ResponseReader({
    onHead: (status) => {
      seen += `${status} `;
    },
    onBody: (bytes) => {
      seen += bytes.toString();
    },
    onEnd: () => {
      seen += ' end ';
    },
  });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) reader.feed(bytes.subarray(at, at + size));
  return seen;
}
