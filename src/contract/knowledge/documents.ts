/** What a document may be, by its media type. Text is UTF-8. */
export const documentMediaTypes = [
  'text/plain',
  'text/markdown',
  'text/html',
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
] as const;

export type DocumentMediaType = (typeof documentMediaTypes)[number];

/**
 * Why a document cannot be read: it is protected by a password; it is not what its media type says, or is broken; its
 * text is larger than the limits, or needs too much memory; reading takes too long; it has no text, as a scan.
 */
export const unreadableReasons = ['encrypted', 'damaged', 'too_long', 'too_slow', 'no_text'] as const;

export type UnreadableReason = (typeof unreadableReasons)[number];

export const documentLimits = {
  /** The body of a request. */
  bytes: 4 * 1024 * 1024,
  /** The text that was read from it, in UTF-8. */
  textBytes: 1024 * 1024,
  chunks: 2_000,
} as const;
