/** Bytes are those of the members written as JSON, without spaces. */
export const contextLimits = {
  facts: { members: 20, bytes: 4_096, tokenBytes: 2_048, characters: 500 },
  page: { members: 10, bytes: 2_048 },
  requires: { members: 5, bytes: 8_192, values: 20 },
} as const;
