/** A parameter as PostgreSQL reads it: text, the bytes of a bytea, or null. Objects are sent as JSON. */
export function parameterText(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return arrayText(value);
  if (value instanceof Date) return value.toISOString();
  if (ArrayBuffer.isView(value)) return bytesOf(value);
  return JSON.stringify(value);
}

function arrayText(values: readonly unknown[]): string {
  return `{${values.map(elementText).join()}}`;
}

function elementText(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return arrayText(value);
  const encoded = parameterText(value);
  return quoted(typeof encoded === 'string' ? encoded : `\\x${encoded?.toString('hex') ?? ''}`);
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function bytesOf(view: ArrayBufferView): Buffer {
  return view instanceof Buffer ? view : Buffer.from(view.buffer, view.byteOffset, view.byteLength);
}
