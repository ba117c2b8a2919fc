import type { Chunk } from './chunk-blocks.ts';

export interface StoredChunk extends Chunk {
  readonly id: number;
  /** Its place in the document, from 0 on. */
  readonly n: number;
}

export interface PlacedChunk extends Chunk {
  readonly n: number;
}

/** What storing a document writes. */
export interface ChunkChange {
  /** Chunks that stay as they are, at another place. */
  readonly moved: readonly { readonly id: number; readonly n: number }[];
  readonly added: readonly PlacedChunk[];
  /** The ids of all that stay, moved or not. */
  readonly kept: readonly number[];
}

/** Which of the stored chunks a document keeps. Each is kept once, however often its text occurs. */
export function compareChunks(stored: readonly StoredChunk[], next: readonly Chunk[]): ChunkChange {
  const free = Map.groupBy(stored, textOf);
  const kept: number[] = [];
  const moved: { id: number; n: number }[] = [];
  const added: PlacedChunk[] = [];
  for (const [n, { heading, body }] of next.entries()) {
    const same = free.get(textOf({ heading, body }))?.shift();
    if (same === undefined) added.push({ n, heading, body });
    else {
      kept.push(same.id);
      if (same.n !== n) moved.push({ id: same.id, n });
    }
  }
  return { moved, added, kept };
}

function textOf({ heading, body }: Chunk): string {
  return JSON.stringify([heading, body]);
}
