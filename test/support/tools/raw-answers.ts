import { McpClient } from '#adapters/tools/mcp-client.ts';
import { WebhookAddresses } from '#core/webhooks/webhook-addresses.ts';

export const publicOrigin = 'http://localhost:1';
const addresses = new WebhookAddresses({ publicOrigin, networks: ['127.0.0.0/8', '::1'] });
export const options = { addresses, proxy: null, userAgent: 'test', version: '1.0.0' };
/** A client that may ask this machine. */
export const client = new McpClient(options);

/** The bytes of an answer with this message, to the request with the id. */
export const answerJson =
  (message: (id: string) => object, status = '200 OK') =>
  (id: string) =>
    answerText(status, 'application/json', JSON.stringify(message(id)));

export function answerText(status: string, type: string, body: string): string {
  const length = Buffer.byteLength(body);
  return `HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n${body}`;
}

export const textResult = (text: string) => ({ content: [{ type: 'text', text }] });
